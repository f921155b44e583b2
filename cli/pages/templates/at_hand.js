"use strict";
{
  // whose page is whose: kept on this phone alone, by the session the pages are of
  const own = document.currentScript;
  const key = `bridge-ledger ${own.dataset.of}`;
  const kept = () => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
  const keep = (me) => { try { if (me) localStorage.setItem(key, JSON.stringify(me)); else localStorage.removeItem(key); } catch { /* not kept */ } };
  // names as they are typed: without accents and apostrophes, an umlaut by its letter or by two
  const letters = {ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i"};
  const two = {ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa"};
  const plain = (text) => text.normalize("NFKD").replace(/[\p{M}'’‘ʼ`´]/gu, "").replace(/[ßøæœłđðþı]/g, (each) => letters[each]);
  const ways = (text) => {
    const lower = text.toLowerCase().normalize("NFC");
    return [plain(lower), plain(lower.replace(/[äöüøå]/g, (each) => two[each]))];
  };
  const most = 12;

  const wayTo = (me) => {
    const links = [...document.querySelectorAll("nav a")];
    const inFolder = links.some((each) => each.getAttribute("href") === "index.html");
    return inFolder && me && /^contestant-\w+\.html$/.test(me.page) ? me.page : "";
  };
  const inMenu = () => {
    const way = wayTo(kept());
    document.querySelectorAll("nav [data-mine]").forEach((link) => {
      link.href = way || "index.html#find";
      const isHere = way && location.pathname.endsWith(`/${way}`);
      if (isHere) {
        document.querySelectorAll("nav [aria-current]").forEach((each) => each.removeAttribute("aria-current"));
        link.setAttribute("aria-current", "page");
      } else link.removeAttribute("aria-current");
    });
  };
  // one's own line stands out, in a table and in the chart
  const marked = () => {
    const way = wayTo(kept());
    document.querySelectorAll(".me").forEach((each) => each.classList.remove("me"));
    if (way) document.querySelectorAll(`main a[href="${way}"]`).forEach((link) => link.closest("tr, .chart g")?.classList.add("me"));
  };
  const asked = () => {
    const find = document.getElementById("find"), everybody = document.getElementById("everybody");
    if (!find || !everybody) return;
    const people = JSON.parse(everybody.textContent);
    const field = find.querySelector("input"), found = find.querySelector("#found"), mine = find.querySelector("#mine");
    const known = () => {
      const me = kept(), way = wayTo(me);
      mine.hidden = !way;
      if (way) Object.assign(mine.querySelector("a"), {href: way, textContent: me.name});
    };
    mine.querySelector("button").onclick = () => { keep(null); known(); inMenu(); marked(); };
    field.oninput = () => {
      const words = field.value.split(/\s+/).map(ways).filter(([word]) => word);
      const fits = words.length ? people.filter(([name, number]) => {
        const said = ways(`${name} ${number}`);
        return words.every((each) => each.some((word) => said.some((way) => way.includes(word))));
      }) : [];
      find.querySelector("#nobody").textContent = words.length && !fits.length ? find.dataset.nobody : "";
      found.replaceChildren(...fits.slice(0, most).map(([name, number, page]) => {
        const link = document.createElement("a"), item = document.createElement("li");
        link.href = page;
        link.textContent = name && name !== number ? `${name} (${number})` : number;
        item.append(link);
        return item;
      }));
    };
    field.onkeydown = ({key, isComposing}) => {
      if (key === "Enter" && !isComposing && found.children.length === 1) found.querySelector("a").click();
    };
    known();
    find.hidden = !people.length;
  };
  const mayBeMe = () => {
    const offered = document.querySelector("[data-me]");
    if (!offered) return;
    const page = location.pathname.split("/").pop(), back = offered.querySelector("a"), way = wayTo(kept());
    offered.hidden = way === page;
    back.hidden = !way;
    back.href = way;
    offered.querySelector("button").onclick = () => { keep({page, name: offered.dataset.name}); offered.hidden = true; inMenu(); marked(); };
  };
  // on the list of boards, one's own results stand where the number of results does
  const ours = () => {
    const all = document.getElementById("ours"), way = wayTo(kept());
    const {texts, own} = all && way ? JSON.parse(all.textContent) : {};
    if (!own?.[way]) return;
    document.querySelectorAll("main table tr").forEach(({cells}, at) => {
      cells[1].textContent = at ? texts[own[way][at - 1]] : all.dataset.heading;
    });
  };
  const element = (name, text, kind = "") => Object.assign(document.createElement(name), {textContent: text, className: kind});
  // two contestants board by board, of whom the address or the reader names two
  const compared = () => {
    const form = document.querySelector("form.compare"), shown = document.getElementById("compared");
    if (!form || !shown) return;
    const {lines, results, worths} = JSON.parse(document.getElementById("lines").textContent);
    const asked = new URLSearchParams(location.search), [a, b] = form.querySelectorAll("select");
    const mine = /^contestant-(\w+)\.html$/.exec(kept()?.page ?? "")?.[1];
    const first = asked.get("a") ?? mine ?? "";
    [a.value, b.value] = [first, asked.get("b") ?? (first === mine ? "" : mine) ?? ""];
    const grouped = (all) => all.reduce((by, line) => { (by[line[0]] ??= []).push(line); return by; }, {});
    const show = () => {
      const both = [a, b].map(({value}) => grouped(lines[value] ?? []));
      const signs = {"1": 0, "0": 0, "-1": 0}, rows = [];
      for (const board of [...new Set(both.flatMap(Object.keys))].sort((one, other) => one - other)) {
        const [first, second] = both.map((each) => each[board] ?? []);
        for (let at = 0; at < Math.max(first.length, second.length); at++) {
          const pair = [first[at], second[at]], places = pair.map((line) => line?.[2] ?? -1);
          const sign = Math.min(...places) < 0 ? null : Math.sign(places[0] - places[1]);
          if (sign !== null) signs[sign]++;
          const row = element("tr", ""), head = element("th", "", "num"), link = element("a", board);
          head.scope = "row";
          link.href = `board-${board}.html`;
          head.append(link);
          row.append(head, ...pair.flatMap((line, which) => {
            const worth = element("td", "", "num");
            worth.append(element(sign === 1 - 2 * which ? "b" : "span", places[which] < 0 ? "–" : worths[board][places[which]]));
            return [element("td", line ? results[line[1]] : "–"), worth];
          }));
          rows.push(row);
        }
      }
      shown.hidden = !(a.value && b.value);
      shown.querySelectorAll("[data-sign]").forEach((each) => { each.textContent = signs[each.dataset.sign]; });
      shown.querySelectorAll("thead bdi").forEach((each, at) => { each.textContent = [a, b][at].selectedOptions[0]?.textContent; });
      shown.querySelector("tbody").replaceChildren(...rows);
    };
    form.querySelector("button").hidden = true;
    form.onchange = () => { history.replaceState(null, "", `?${new URLSearchParams({a: a.value, b: b.value})}`); show(); };
    show();
  };
  // the address of a page, to whom the reader likes: by the phone's own sheet, or copied
  const shared = () => {
    const button = document.querySelector("[data-share]");
    if (!button || !location.protocol.startsWith("http")) return;
    button.hidden = false;
    button.onclick = async () => {
      const url = location.href.replace(/#.*/, "");
      try {
        if (navigator.share) return await navigator.share({title: document.title, url});
      } catch { return; /* closed again */ }
      const field = element("textarea", url);
      button.after(field);
      field.select();
      // the way that is also there without https, as in a hall
      if (document.execCommand("copy")) button.textContent = button.dataset.share;
      field.remove();
      button.focus();
    };
  };
  // what holds after one moment or up to another, by the clock of who reads
  const turned = () => {
    const now = Date.now();
    document.querySelectorAll("[data-since], [data-until]").forEach((each) => {
      each.hidden = now <= (each.dataset.since ?? -Infinity) || now > (each.dataset.until ?? Infinity);
    });
  };
  // what an address names is opened, in browsers too that do not do so by themselves
  const opened = () => {
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!named) return;
    for (let folded; (folded = named.closest("details:not([open])"));) folded.open = true;
    named.querySelector(":scope > details:has(> .story)")?.setAttribute("open", "");
    named.scrollIntoView();
    if (named.id === "find") named.querySelector("input").focus();
  };
  const ready = () => { turned(); inMenu(); asked(); mayBeMe(); marked(); ours(); compared(); shared(); };
  ready();
  setInterval(turned, 1000);
  opened();
  window.addEventListener("hashchange", opened);
  document.addEventListener("renewed", ready);
}
