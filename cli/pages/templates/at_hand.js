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
    named.scrollIntoView();
    if (named.id === "find") named.querySelector("input").focus();
  };
  const ready = () => { turned(); inMenu(); asked(); mayBeMe(); marked(); };
  ready();
  setInterval(turned, 1000);
  opened();
  window.addEventListener("hashchange", opened);
  document.addEventListener("renewed", ready);
}
