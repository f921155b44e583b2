"use strict";
{
  const own = document.currentScript;
  const [first, to] = [own.dataset.first, own.dataset.live];
  const parts = ["title", "header", "nav", "aside.banner", "main", "footer"];
  const soon = 300, poll = 15000, again = 60000;
  let version = own.dataset.version, stream = null, asking = null, polling = null;

  const place = (element) => {
    const near = element.closest("[id]");
    const all = [...(near || document).querySelectorAll(element.tagName)];
    return `${near ? near.id : ""} ${element.tagName} ${element.textContent} ${all.slice(0, all.indexOf(element)).filter((each) => each.textContent === element.textContent).length}`;
  };
  const title = (details) => details.querySelector("summary") || details;
  const opened = () => new Set([...document.querySelectorAll("details[open]")].map((each) => place(title(each))));
  const boxes = () => new Map([...document.querySelectorAll(".scroll")].map((each) => [each.getAttribute("aria-label"), each.scrollLeft]));

  const swap = (page) => {
    const [open, left, focused, above] = [opened(), boxes(), document.activeElement, window.scrollY];
    const had = focused && focused !== document.body ? place(focused) : "";
    for (const part of parts) {
      const [mine, theirs] = [document.querySelector(part), page.querySelector(part)];
      if (mine && theirs) mine.replaceWith(theirs);
      else if (mine) mine.remove();
      else if (theirs) document.querySelector("main").before(theirs);
    }
    for (const each of document.querySelectorAll("details")) if (open.has(place(title(each)))) each.open = true;
    for (const each of document.querySelectorAll(".scroll")) each.scrollLeft = left.get(each.getAttribute("aria-label")) || 0;
    if (had) [...document.querySelectorAll("a, summary")].find((each) => place(each) === had)?.focus({preventScroll: true});
    document.dispatchEvent(new Event("renewed"));
    window.scrollTo(window.scrollX, above);
  };

  const renew = async () => {
    asking = null;
    try {
      const answer = await fetch(location.pathname, {cache: "no-cache", credentials: "omit"});
      if (answer.status === 404) return location.replace(first);
      if (!answer.ok) return ask(soon + poll);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const theirs = page.querySelector("script[data-version]");
      if (!theirs) return location.reload();
      if (theirs.dataset.version === version) return;
      version = theirs.dataset.version;
      swap(page);
    } catch {
      ask(soon + poll);
    }
  };
  const ask = (within = soon) => { if (!asking) asking = setTimeout(renew, Math.random() * within); };

  const close = () => {
    if (stream) stream.close();
    clearInterval(polling);
    stream = polling = null;
  };
  const listen = () => {
    close();
    stream = new EventSource(`${to}?v=${version}`);
    stream.onmessage = (said) => { if (said.data !== version) ask(); };
    stream.onerror = () => {
      if (stream && stream.readyState === EventSource.CLOSED) {
        close();
        polling = setInterval(() => ask(), poll + Math.random() * poll);
        setTimeout(() => { if (polling && !document.hidden) listen(); }, again + Math.random() * again);
      }
    };
  };

  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else listen(); });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (shown) => { if (shown.persisted) listen(); });
  listen();
}
