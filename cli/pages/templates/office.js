// The office's pages on a device: its key, its visit, forms with their effect, and what is sent until it is recorded.
"use strict";
const find = (css, within = document) => within.querySelector(css);
const all = (css, within = document) => [...within.querySelectorAll(css)];
const utf8 = new TextEncoder();
const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const bytesOf = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
const hex = (bytes) => [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
const joined = (...parts) => new Uint8Array(parts.flatMap((each) => [...new Uint8Array(each)]));
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// The device: a private key that no script can read out, and whose it is
const store = (mode, ask) => new Promise((done, failed) => {
  const opening = indexedDB.open("office", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("device");
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const request = ask(opening.result.transaction("device", mode).objectStore("device"));
    request.onsuccess = () => { opening.result.close(); done(request.result); };
    request.onerror = () => failed(request.error);
  };
});
const device = () => store("readonly", (kept) => kept.get("me"));
const newKey = async () => {
  try {
    return await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
  } catch {
    return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
  }
};
const sign = async ({ key }, bytes) => base64(await crypto.subtle.sign(
  key.algorithm.name === "ECDSA" ? { name: "ECDSA", hash: "SHA-256" } : "Ed25519", key, bytes));

const post = async (path, value) => {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify(value) });
  const told = await answer.json().catch(() => ({ error: { message: `HTTP ${answer.status}` } }));
  return { status: answer.status, ...told };
};

const visit = async () => {
  const me = await device();
  if (!me) return false;
  const { nonce } = await (await fetch("visit")).json();
  const signature = await sign(me, joined(utf8.encode("bridge-ledger visit 1\n"), bytesOf(nonce)));
  return (await post("visit", { device: me.device, nonce, signature })).status === 200;
};
const inVisit = async (path, value) => {
  const answer = await post(path, value);
  return answer.status === 401 && await visit() ? post(path, value) : answer;
};

const pair = async (told) => {
  const code = location.hash.slice(1);
  if (!code) return;
  // the same key again if the answer was not heard: the desk pairs the first one that came
  let keys = await store("readonly", (kept) => kept.get(`new ${code}`)), offer;
  if (!keys) {
    const { privateKey, publicKey } = await newKey();
    keys = { privateKey, publicKey };
    await store("readwrite", (kept) => kept.put(keys, `new ${code}`));
  }
  const key = base64(await crypto.subtle.exportKey("raw", keys.publicKey));
  while (!offer) offer = await post("pair", { code, key }).catch(() => wait(2000));
  if (offer.error) { told.textContent = `${offer.error.message}: ${offer.error.hint}`; return; }
  await store("readwrite", (kept) => kept.put({ key: keys.privateKey, device: offer.device }, "me"));
  told.textContent = told.dataset.wait;
  while (!await visit().catch(() => false)) await wait(1000);
  told.textContent = `${told.dataset.paired} ${offer.official} (${offer.device})`;
  location.replace("./");
};
const enter = async (told) => {
  if (told.dataset.way === "pair") await pair(told);
  else if (await visit()) location.reload();
};

// What was signed is sent until an answer says that it is recorded, or why not: the same id again and again
const line = find("#line");
const say = (text) => { if (line) line.textContent = text; };
const PENDING = "office pending", LAST = "office last";
const waiting = () => JSON.parse(localStorage.getItem(PENDING) || "null");
const recorded = (answer) => (answer.recorded ? `${line.dataset.recorded} ${answer.recorded.map((each) => `#${each}`).join(" ")}`
  : answer.error.message);
const send = async () => {
  for (;;) {
    const pending = waiting();
    if (!pending) return null;
    let answer;
    try {
      answer = await post("record", pending.request);
    } catch {
      answer = { status: 0 };
    }
    // an answer of ours has a code: any other is a proxy's, and says nothing of what was recorded
    const known = answer.error && answer.error.code && answer.status !== 503 && answer.status !== 429;
    if (answer.recorded || known || answer.status === 500) {
      localStorage.removeItem(PENDING);
      if (answer.recorded) {
        localStorage.removeItem(pending.form);
        localStorage.setItem(LAST, JSON.stringify({ form: pending.form, text: recorded(answer), effect: answer.effect }));
      }
      return answer;
    }
    say(line.dataset.off);
    await wait(2000);
  }
};

// A contract by taps: the pad under a field writes what a thumb says, as the notation has it
const PARTS = /^([1-7]?)(NT|[CDHS]?)(X{0,2})([NESW]?)(=|[+-]\d{1,2}|)$/;
const TAPS = [["1", "2", "3", "4", "5", "6", "7"], ["C", "D", "H", "S", "NT"], ["", "X", "XX"], ["N", "E", "S", "W"],
  ["-5", "-4", "-3", "-2", "-1", "=", "+1", "+2", "+3", "+4"]];
const FACES = { C: "♣", D: "♦", H: "♥", S: "♠", "": "–" };
const padOf = (form) => {
  const pad = document.createElement("div");
  let field = null;
  pad.className = "pad";
  pad.hidden = true;
  const parts = () => (PARTS.exec(field.value.toUpperCase()) || ["", "", "", "", "", ""]).slice(1);
  const draw = () => pad.replaceChildren(...TAPS.map((faces, at) => {
    const row = document.createElement("div");
    row.append(...faces.map((face) => {
      const tap = document.createElement("button");
      tap.type = "button";
      tap.textContent = (at === 1 && FACES[face]) || (at === 2 && FACES[face]) || face;
      tap.setAttribute("aria-pressed", parts()[at] === face);
      tap.addEventListener("click", () => {
        field.value = parts().map((each, place) => (place === at ? face : each)).join("");
        field.dispatchEvent(new Event("input", { bubbles: true }));
        draw();
      });
      return tap;
    }));
    return row;
  }), typing());
  const typing = () => { // passed out, and what has no key of its own
    const row = document.createElement("div");
    row.append(...[["PASS", () => { field.value = "PASS"; }], ["⌨", () => { field.inputMode = "text"; }]].map(([face, act]) => {
      const tap = document.createElement("button");
      tap.type = "button";
      tap.textContent = face;
      tap.addEventListener("click", () => {
        act();
        if (face === "PASS") field.dispatchEvent(new Event("input", { bubbles: true }));
        else { field.blur(); field.focus(); }
        draw();
      });
      return tap;
    }));
    return row;
  };
  for (const each of all("[data-contract]", form)) {
    each.addEventListener("focus", () => {
      field = each;
      const before = all("[data-contract]", form).map((other) => other.value).filter(Boolean).pop();
      if (!each.value) each.value = (before || form.dataset.result || "").replace(/(=|[+-]\d+)$/, "");
      (each.closest(".outcome") || each).after(pad);
      pad.hidden = false;
      draw();
    });
  }
};
// Weights add up to 100: what one outcome gives, the next one with a contract takes
const balance = (moved) => {
  const rows = all(".outcome", moved.closest("fieldset")).filter((each) => find("[data-contract]", each).value);
  const sliders = rows.map((each) => find("[data-weight]", each)), at = sliders.indexOf(moved);
  if (at < 0) return;
  let over = sliders.reduce((sum, each) => sum + Number(each.value), 0) - 100;
  for (let step = 1; over && step < sliders.length; step += 1) {
    const each = sliders[(at + step) % sliders.length], to = Math.min(100, Math.max(0, each.value - over));
    over -= each.value - to;
    each.value = to;
  }
};

const resend = async () => {
  const answer = await send();
  if (answer) say(recorded(answer));
};

// What is shown is signed under a new id, and kept until it was sent
const put = async (session, { text, seen }, form) => {
  const me = await device(), id = crypto.randomUUID(), salt = crypto.getRandomValues(new Uint8Array(16));
  const commitment = hex(await crypto.subtle.digest("SHA-256",
    joined(utf8.encode("bridge-ledger text 1\n"), salt, utf8.encode(text))));
  const signed = `bridge-ledger command 1\n${JSON.stringify([session, id, seen, commitment])}`;
  const signature = await sign(me, utf8.encode(signed));
  const request = { session, device: me.device, id, seen, salt: base64(salt), text, signature };
  localStorage.setItem(PENDING, JSON.stringify({ request, form }));
  say(line.dataset.sent);
};

// A single tap records what is small and moves no score: "I take it"
const tapped = async (button) => {
  if (button.disabled || waiting()) return;
  button.disabled = true;
  const { session, form, fields } = button.dataset;
  try {
    const shown = await inVisit("try", { form, fields: JSON.parse(fields), session });
    if (shown.error) say(shown.error.message);
    else { await put(session, shown, ""); await resend(); }
  } catch {
    say(line.dataset.off);
  }
  button.disabled = false;
};
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fields]");
  if (button) tapped(button);
});

// An auction by taps, call by call
const auctionOf = (field) => {
  const pad = document.createElement("div"), levels = ["1", "2", "3", "4", "5", "6", "7"];
  pad.className = "pad";
  let level = "1";
  const write = (calls) => {
    field.value = calls.join(" ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    draw();
  };
  const tap = (face, pressed, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = face;
    button.setAttribute("aria-pressed", pressed);
    button.addEventListener("click", act);
    return button;
  };
  const calls = () => field.value.split(/\s+/).filter(Boolean);
  const row = (...taps) => { const div = document.createElement("div"); div.append(...taps); return div; };
  const draw = () => pad.replaceChildren(
    row(...levels.map((each) => tap(each, each === level, () => { level = each; draw(); }))),
    row(...["C", "D", "H", "S", "NT"].map((each) => tap(FACES[each] || each, false, () => write([...calls(), level + each])))),
    row(...["P", "X", "XX"].map((each) => tap(each, false, () => write([...calls(), each]))),
      tap("!", false, () => write(calls().map((each, at, of) => (at === of.length - 1 ? `${each.replace("!", "")}!` : each)))),
      tap("⌫", false, () => write(calls().slice(0, -1)))));
  field.after(pad);
  draw();
};

// A photo, made smaller and without what the camera wrote into it; kept here until its form is recorded
const smaller = async (file) => {
  try {
    const picture = await createImageBitmap(file), canvas = find("#seen");
    const share = Math.min(1, 1600 / Math.max(picture.width, picture.height));
    canvas.width = Math.round(picture.width * share);
    canvas.height = Math.round(picture.height * share);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.hidden = false;
    return await new Promise((done) => canvas.toBlob(done, "image/jpeg", .8));
  } catch {
    return file; // a kind that this browser does not show
  }
};
const upload = async () => {
  const kept = await store("readonly", (all) => all.get("photo"));
  if (!kept) return { error: { message: "", hint: "" } };
  const answer = await fetch("photo", { method: "POST", headers: { "content-type": "image/jpeg" }, body: kept });
  if (answer.status === 401 && await visit()) return upload();
  return answer.json();
};

// The Laws that what players say leads to
const lawbook = (search) => {
  const laws = all(".laws li", search.form), cited = find("#laws", search.form);
  search.addEventListener("input", (event) => {
    event.stopPropagation();
    const words = search.value.toLowerCase().split(/\s+/).filter((each) => each.length > 1);
    const stem = (word) => word.replace(/(ed|ing|ion|s|e)$/, "");
    let shown = 0;
    for (const each of laws) {
      const said = each.textContent.toLowerCase();
      each.hidden = !words.length || shown >= 6 || !words.every((word) => said.includes(stem(word)));
      shown += !each.hidden;
    }
  });
  for (const each of laws) {
    find("button", each).addEventListener("click", ({ currentTarget }) => {
      cited.value = [...new Set([...cited.value.split(/,\s*/).filter(Boolean), currentTarget.value])].join(", ");
      search.value = "";
      for (const law of laws) law.hidden = true;
      cited.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
};

const UNFILLED = ["usage", "one-kind", "no-open-poll"]; // what is missing in a form that was just opened
const prepare = async (form) => {
  const effect = find("#effect"), button = find("#record");
  const name = `office form ${location.search}`;
  let shown = null, asked = 0, sending = false;
  const tell = (html, outcome) => {
    effect.innerHTML = html;
    find("#outcome").textContent = find("#outcome").dataset[outcome];
  };

  const fields = () => {
    const found = {};
    for (const each of all("[name]", form)) {
      if (each.closest("[hidden]") || !each.value || ((each.type === "checkbox" || each.type === "radio") && !each.checked)) continue;
      const values = "several" in each.dataset ? each.value.split(";").map((one) => one.trim()).filter(Boolean) : [each.value];
      (found[each.name] ||= []).push(...values.map((one) => (each.dataset.before || "") + one));
      if (each.dataset.join) found[each.name] = [found[each.name].join(each.dataset.join)];
    }
    for (const each of all("[data-flag]", form)) if (each.value) found[each.value] = ["yes"];
    for (const set of all("[data-weights]:not([hidden])", form)) {
      const outcomes = all(".outcome", set).map((each) => [find("[data-weight]", each).value, find("[data-contract]", each).value]);
      const said = outcomes.filter(([weight, contract]) => contract && weight > 0);
      if (said.length) found[set.dataset.weights] = [said.map(([weight, contract]) => `${weight}% ${contract}`).join(", ")];
    }
    return found;
  };
  const inputs = () => all("input:not([type=hidden], [type=file]), input[data-kept], select, textarea", form);
  const ticks = (each) => each.type === "checkbox" || each.type === "radio";
  // by name, and of one name by place: what came into the form meanwhile shifts nothing
  const named = () => inputs().map((each, at, all) => {
    const of = (one) => one.id || one.name;
    return [`${of(each)} ${all.slice(0, at).filter((one) => of(one) === of(each)).length}`, each];
  });
  const keep = () => localStorage.setItem(name, JSON.stringify(Object.fromEntries(
    named().map(([of, each]) => [of, ticks(each) ? each.checked : each.value]))));
  const restore = () => {
    const kept = JSON.parse(localStorage.getItem(name) || "{}");
    for (const [of, each] of named()) {
      if (kept[of] === undefined) continue;
      if (ticks(each)) each.checked = kept[of]; else each.value = kept[of];
    }
  };
  const kinds = () => {
    const chosen = find("[data-kinds]", form);
    if (chosen) for (const each of all("[data-kind]", form)) each.hidden = each.dataset.kind !== chosen.value;
    for (const each of all(".outcome", form)) find("output", each).textContent = `${find("[data-weight]", each).value}%`;
  };
  const told = ({ message, hint, excerpt = [] }) => {
    const box = document.createElement("p");
    box.className = "trouble";
    const typed = hint && /`|--/.test(hint); // what one would type at a desk
    box.textContent = [message, ...excerpt, typed ? "" : hint].filter(Boolean).join("\n");
    effect.replaceChildren(box);
  };
  const attempt = async (opened = false) => {
    const this_ = ++asked;
    shown = null;
    button.disabled = true;
    let answer;
    try {
      answer = await inVisit("try", { form: form.dataset.form, fields: fields(), session: form.dataset.session });
      if (answer.status === 410) { // the server began anew, or another photo took its place
        const sentAgain = await upload();
        if (sentAgain.file) {
          find("[data-kept]", form).value = sentAgain.file;
          keep();
          answer = await inVisit("try", { form: form.dataset.form, fields: fields(), session: form.dataset.session });
        }
      }
    } catch {
      say(line.dataset.off);
      await wait(2000);
      return this_ === asked ? attempt() : undefined;
    }
    if (this_ !== asked) return undefined;
    if (answer.error) return opened && UNFILLED.includes(answer.error.code) ? undefined : told(answer.error);
    tell(answer.effect, "would");
    shown = answer;
    button.disabled = sending;
    return undefined;
  };
  const sent = async () => {
    sending = true;
    button.disabled = true;
    const answer = await send();
    sending = false;
    if (!answer) return;
    if (answer.recorded) {
      say(recorded(answer));
      tell(answer.effect, "did");
      form.classList.add("recorded");
    } else if (answer.status === 409) {
      await attempt();
      say(line.dataset.again);
    } else {
      told(answer.error);
      say(line.dataset.not);
    }
  };
  const record = async () => {
    if (!shown || sending || waiting()) return;
    sending = true;
    button.disabled = true;
    try {
      await put(form.dataset.session, shown, name);
      await sent();
    } catch (error) {
      sending = false;
      told({ message: String(error), hint: "" });
      await attempt();
    }
  };
  const photo = find("[data-photo]", form);
  photo?.addEventListener("change", async () => {
    const kept = find("[data-kept]", form), file = photo.files[0];
    if (!file) return;
    kept.value = "";
    say(photo.dataset.wait);
    const picture = await smaller(file);
    await store("readwrite", (all) => all.put(picture, "photo"));
    for (;;) {
      try {
        const answer = await upload();
        if (answer.error) { told(answer.error); return; }
        kept.value = answer.file;
        break;
      } catch {
        say(line.dataset.off);
        await wait(2000);
      }
    }
    form.dispatchEvent(new Event("input"));
  });

  let later = 0, holding = 0;
  form.addEventListener("input", (event) => {
    if (event.target !== form && event.target.matches("[data-weight]")) balance(event.target);
    say(line.dataset.not);
    localStorage.removeItem(LAST);
    kinds();
    keep();
    clearTimeout(later);
    later = setTimeout(attempt, 300);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  const hold = () => {
    if (holding || button.disabled) return;
    button.classList.add("held");
    holding = setTimeout(() => { release(); record(); }, 600);
  };
  const release = () => { clearTimeout(holding); holding = 0; button.classList.remove("held"); };
  button.addEventListener("pointerdown", hold);
  for (const each of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) button.addEventListener(each, release);
  button.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") hold(); });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  restore();
  padOf(form);
  all("[data-auction]", form).forEach(auctionOf);
  all("[data-said]", form).forEach(lawbook);
  for (const each of all("[data-words]", form)) {
    each.addEventListener("click", () => {
      const facts = find("#facts", form);
      facts.value = [facts.value, each.dataset.words].filter(Boolean).join("; ");
      facts.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  kinds();
  const pending = waiting(), last = JSON.parse(localStorage.getItem(LAST) || "null");
  if (pending && pending.form === name) return sent();
  if (pending) await resend();
  if (last && last.form === name) { // it was recorded, and the page opened again
    tell(last.effect, "did");
    say(last.text);
    return undefined;
  }
  if (!pending) say(line.dataset.not);
  return attempt(true);
};

// What waits keeps itself up to date: told of each event, and each half minute for the minutes
const follow = (part) => {
  let stream = null, later = 0;
  const lost = () => say(part.dataset.lost);
  const renew = async () => {
    later = 0;
    try {
      const answer = await fetch(location.href);
      if (answer.status === 401 && !await visit()) { location.reload(); return; }
      if (!answer.ok) { lost(); return; }
      if (line.textContent === part.dataset.lost) say("");
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = find(`#${part.id}`, page);
      if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes);
    } catch { lost(); }
  };
  const soon = (within) => { later ||= setTimeout(renew, within); };
  const listen = () => {
    stream = new EventSource("live");
    stream.onmessage = () => soon(200);
    stream.onopen = () => soon(200);
    stream.onerror = () => { soon(0); if (stream.readyState === EventSource.CLOSED) setTimeout(() => { if (!document.hidden) listen(); }, 4000); };
  };
  document.addEventListener("visibilitychange", () => { stream.close(); if (!document.hidden) listen(); });
  for (const each of ["offline", "online"]) window.addEventListener(each, () => soon(0));
  setInterval(() => soon(0), 30000);
  listen();
};

const told = find("#enter"), form = find("#form"), live = find("[data-live]#now");
if (told) enter(told);
if (form) prepare(form);
const looks = async () => {
  if ("screen" in live.dataset && await device().catch(() => null) && await visit()) location.reload();
  else { resend(); follow(live); }
};
if (live) looks();
