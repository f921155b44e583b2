"use strict";
{
  // whose page is whose: kept on this phone alone, by the session the pages are of
  const own = document.currentScript;
  const key = `bridge-ledger ${own.dataset.of}`;
  const kept = () => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
  const keep = (me) => { try { if (me) localStorage.setItem(key, JSON.stringify(me)); else localStorage.removeItem(key); } catch { /* not kept */ } };
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const most = 12;

  const wayTo = (me) => {
    const links = [...document.querySelectorAll("nav a")];
    const inFolder = links.some((each) => each.getAttribute("href") === "index.html");
    return inFolder && me && /^contestant-\w+\.html$/.test(me.page) ? me.page : "";
  };
  const inMenu = () => {
    const menu = document.querySelector("nav ul"), me = kept(), way = wayTo(me);
    menu?.querySelector("[data-mine]")?.remove();
    if (!menu || !way) return;
    const link = document.createElement("a");
    link.href = way;
    link.textContent = own.dataset.mine;
    if (location.pathname.endsWith(`/${way}`)) link.setAttribute("aria-current", "page");
    const item = document.createElement("li");
    item.dataset.mine = "";
    item.append(link);
    menu.append(item);
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
    mine.querySelector("button").onclick = () => { keep(null); known(); inMenu(); };
    field.oninput = () => {
      const words = plain(field.value).split(/\s+/).filter(Boolean);
      const fits = words.length ? people.filter(([name, number]) => words.every((word) => plain(`${name} ${number}`).includes(word))) : [];
      found.replaceChildren(...fits.slice(0, most).map(([name, number, page]) => {
        const link = document.createElement("a"), item = document.createElement("li");
        link.href = page;
        link.textContent = name ? `${name} (${number})` : number;
        link.onclick = () => keep({page, name: name || number});
        item.append(link);
        return item;
      }));
    };
    known();
    find.hidden = !people.length;
  };
  const mayBeMe = () => {
    const offered = document.querySelector("[data-me]");
    if (!offered) return;
    const page = location.pathname.split("/").pop();
    offered.hidden = kept()?.page === page;
    offered.querySelector("button").onclick = () => { keep({page, name: offered.dataset.name}); offered.hidden = true; inMenu(); };
  };
  // what an address names is opened, in browsers too that do not do so by themselves
  const opened = () => {
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = named && named.closest("details:not([open])");
    if (folded) { folded.open = true; named.scrollIntoView(); }
  };
  const ready = () => { inMenu(); asked(); mayBeMe(); };
  ready();
  opened();
  window.addEventListener("hashchange", opened);
  document.addEventListener("renewed", ready);
}
