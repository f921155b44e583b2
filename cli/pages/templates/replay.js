"use strict";
(() => {
  const reel = JSON.parse(document.getElementById("reel").textContent);
  const frames = reel.frames, words = reel.words, who = reel.contestants;
  const byId = (id) => document.getElementById(id);
  const slider = byId("slider"), boardBody = byId("board-lines");
  const fields = [...document.querySelectorAll("[data-field]")];
  const numbers = new Map(frames.map((frame, at) => [frame[0], at]));
  const STEP = 64, SHOWN = 60;
  const marked = new Map();
  document.querySelectorAll("[data-event]").forEach((each) => {
    marked.set(each.dataset.event, [...(marked.get(each.dataset.event) || []), each]);
  });
  let here = [];
  const keys = [];
  let at = -1, timer = 0, now = null, wanted = -1, addressed = 0;

  // every so many events the whole state is kept, so that any event is a few steps from one that is
  const empty = () => ({ rank: new Array(who.length).fill(0), total: new Array(who.length).fill(-1) });
  const copy = (state) => ({ rank: state.rank.slice(), total: state.total.slice() });
  const apply = (state, placed) => {
    for (let i = 0; i < placed.length; i += 3) {
      state.rank[placed[i]] = placed[i + 1];
      state.total[placed[i]] = placed[i + 2];
    }
  };
  const walk = empty();
  frames.forEach((frame, i) => {
    apply(walk, frame[7]);
    if (i % STEP === 0) keys.push(copy(walk));
  });
  const stateAt = (index) => {
    if (index < 0) return empty();
    const key = Math.floor(index / STEP), state = copy(keys[key]);
    for (let i = key * STEP + 1; i <= index; i++) apply(state, frames[i][7]);
    return state;
  };

  // rows are written over where they stand: what is the same is not drawn again
  const fill = (body, rows) => {
    while (body.rows.length > rows.length) body.deleteRow(-1);
    rows.forEach((cells, at) => {
      const line = body.rows[at] || body.insertRow();
      cells.forEach(([text, kind], column) => {
        const cell = line.cells[column] || line.insertCell();
        if (cell.className !== kind) cell.className = kind;
        const into = !kind.startsWith("name") ? cell : cell.firstChild || cell.appendChild(document.createElement("bdi"));
        if (into.textContent !== String(text)) into.textContent = text;
      });
    });
  };

  const showField = (body, before, after) => {
    const field = Number(body.dataset.field), ranked = [];
    who.forEach((_, i) => { if (reel.fields[i] === field && after.total[i] >= 0) ranked.push(i); });
    ranked.sort((a, b) => (after.rank[a] || 1e9) - (after.rank[b] || 1e9) || a - b);
    fill(body, ranked.filter((i, place) => place < SHOWN || before.rank[i] !== after.rank[i]).map((i) => {
      const was = before.rank[i], is = after.rank[i];
      const moved = was && is && was !== is ? (is < was ? "▲" : "▼") + Math.abs(was - is) : "";
      return [[is || "–", "num"], [who[i], "name"],
        [words[after.total[i]], before.total[i] === after.total[i] ? "num" : "num changed"], [moved, "num changed"]];
    }));
    // the first whose place changed is in sight
    // … and on a phone the field of which no place changed is not
    const box = body.closest(".scroll"), first = [...body.rows].find((row) => row.cells[3].textContent);
    box.classList.toggle("still", !first);
    box.scrollTop = first ? first.offsetTop - first.offsetHeight * 2 : 0;
    return ranked;
  };
  // a few of those whose place is better now, each with whom it passed
  const passed = (before, after, ranked) => {
    const behind = (state, i, other) => state.rank[i] && state.rank[other] && state.rank[i] > state.rank[other];
    return ranked.map((i) => [who[i], ranked.filter((other) => behind(before, i, other) && behind(after, other, i)).map((other) => who[other])])
      .filter(([, whom]) => whom.length).slice(0, 3)
      .map(([each, whom]) => byId("passed").dataset.passed.replace("{who}", () => each).replace("{whom}", () => whom.slice(0, 3).join(", ") + (whom.length > 3 ? " …" : "")));
  };

  const showBoard = (index) => {
    while (index >= 0 && !frames[index][6]) index--;
    const frame = frames[index];
    byId("board-number").textContent = frame ? frame[6] : "";
    const rows = [], awards = [];
    for (let i = 0; frame && i < frame[8].length; i += 3) {
      const [table, ns, ew, contract, cases] = reel.seats[frame[8][i]];
      const worth = words[cases] ? "num changed" : "num";
      rows.push([[words[table], "aside"], [words[ns], "name at-ns"], [words[ew], "name at-ew"],
        [words[contract], "at-contract"], [words[frame[8][i + 1]], worth + " at-worth-ns"],
        [words[frame[8][i + 2]], worth + " at-worth-ew"], [words[cases].split(":")[0], "at-source"]]);
      if (words[cases].includes(":")) awards.push(words[cases]);
    }
    byId("awards").textContent = awards.join("; ");
    fill(boardBody, rows);
  };

  const show = (index, address) => {
    index = Math.max(0, Math.min(frames.length - 1, index));
    if (index === at) { if (address) addressSoon(); return; }
    const before = stateAt(index - 1);
    now = copy(before);
    apply(now, frames[index][7]);
    at = index;
    const frame = frames[index];
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", "#" + frame[0] + " " + words[frame[3]]);
    byId("said-number").textContent = "#" + frame[0];
    byId("said-when").textContent = words[frame[1]] + " · " + words[frame[2]];
    byId("said").textContent = words[frame[3]];
    byId("said").className = frame[4] ? "decided" : "";
    const decision = frame[4], texts = fields.flatMap((body) => passed(before, now, showField(body, before, now)));
    byId("passed").textContent = decision ? texts.join("; ") : "";
    showBoard(index);
    boardBody.closest(".scroll").scrollTop = 0;
    here.forEach((each) => each.classList.remove("here"));
    here = marked.get(String(frame[0])) || [];
    here.forEach((each) => each.classList.add("here"));
    here.forEach((each) => { const row = each.closest(".marks"); if (row) row.scrollLeft = each.offsetLeft - row.clientWidth / 2; });
    if (address) addressSoon();
  };
  // browsers count changes of the address, and stop a page that makes too many
  const addressSoon = () => {
    clearTimeout(addressed);
    addressed = setTimeout(() => history.replaceState(null, "", "#e" + frames[at][0]), 100);
  };
  // a slider tells of more places than a screen can show: one in each frame
  const showSoon = (index) => {
    if (wanted < 0) requestAnimationFrame(() => { const last = wanted; wanted = -1; show(last, true); });
    wanted = index;
  };

  const play = () => {
    if (timer) { clearInterval(timer); timer = 0; }
    else {
      if (at === frames.length - 1) show(0, true);
      timer = setInterval(() => { if (at === frames.length - 1) play(); else show(at + 1, true); }, 250);
    }
    byId("play").textContent = byId("play").dataset[timer ? "pause" : "play"];
  };
  const decided = (way) => {
    let index = at + way;
    while (index > 0 && index < frames.length - 1 && !frames[index][4]) index += way;
    show(index, true);
  };
  const moves = {
    ArrowLeft: () => show(at - 1, true), ArrowRight: () => show(at + 1, true),
    Home: () => show(0, true), End: () => show(frames.length - 1, true), " ": play,
  };
  // a key is the replay's where nothing else wants it: a link and a button the space, a table or a chart that is
  // scrolled, and whatever is typed into, all of them
  const isFree = ({ target, key }) => target === slider || (target.closest("a, button, summary") ? key !== " "
    : !target.closest("[tabindex], input, select, textarea, [contenteditable]"));
  document.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isFree(event)) return;
    event.preventDefault();
    move();
  });
  slider.addEventListener("input", () => showSoon(Number(slider.value)));
  byId("play").addEventListener("click", play);
  byId("before").addEventListener("click", () => decided(-1));
  byId("back").addEventListener("click", () => show(at - 1, true));
  byId("on").addEventListener("click", () => show(at + 1, true));
  byId("after").addEventListener("click", () => decided(1));
  const named = () => numbers.get(Number((/^#e(\d+)$/.exec(location.hash) || [])[1]));
  const isOfEvent = () => /^#e\d/.test(location.hash);
  window.addEventListener("hashchange", () => {
    const index = named();
    if (index === undefined) { if (isOfEvent()) show(frames.length - 1, true); return; }
    show(index, false);
    byId("player").scrollIntoView();
  });
  document.querySelectorAll("tr[id^=e]").forEach((each) => each.removeAttribute("id"));
  slider.max = String(frames.length - 1);
  byId("player").hidden = false;
  document.querySelectorAll("details.all").forEach((each) => { each.open = false; });
  show(named() ?? frames.length - 1, named() === undefined && isOfEvent());
})();
