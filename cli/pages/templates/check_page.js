// The page: what is dropped or pasted is checked here and shown as text; nothing is sent or fetched.

const byId = (id) => document.getElementById(id);
const given = JSON.parse(byId("given").textContent), words = JSON.parse(byId("words").textContent);
const shapes = new Shapes(given.shapes);
const bounds = given.bounds;
const said = (word, places = {}) => words[word].replace(/\{(\w+)\}/g, (_, name) =>
  visible(name === "place" ? named(places[name]) : places[name]));
const element = (tag, text, kind = "") => {
  const made = document.createElement(tag);
  made.textContent = visible(text);
  made.className = kind;
  return made;
};

// A signature that is known to be good is found good, and with one bit changed it is not (RFC 8032, 7.1, test 1).
const KNOWN = {
  key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25b" +
    "f5f0595bbe24655141438e7a100b",
};
const canCheck = async () => {
  const [key, signature] = [KNOWN.key, KNOWN.signature].map((hex) => Uint8Array.from(hex.match(/../g), (pair) =>
    parseInt(pair, 16)));
  const nothing = new Uint8Array();
  if (!(await signedText({ bytes: key }, signature, nothing))) return false;
  signature[0] ^= 1;
  return !(await signedText({ bytes: key }, signature, nothing));
};

// What is found: `verdict`, the lines that say it, and the events that were proved.
const checkGiven = async (text, keyText) => {
  const bare = withoutSurroundings(text);
  if (!bare) throw unread("nothing");
  if (bytesOf(text).length > bounds.RECEIPT[1]) throw unread("too-long");
  if (/[\ud800-\udfff]/u.test(text)) throw unread("no-text");
  if (!withoutSurroundings(keyText)) throw unread("no-key");
  const key = await readTrust(keyText);
  return bare.startsWith("{") ? foundReceipt(await checkReceipt(bare, key, shapes), key)
    : foundSeal(await checkSeal(withoutMark(text), key), key);
};
const checkSeal = async (text, key) => {
  const seal = readSeal(text);
  await requireSigned(seal, key);
  return seal;
};
const checkOwn = async (own, keyText) => {
  if (!withoutSurroundings(keyText)) throw unread("no-key");
  const key = await readTrust(keyText), seal = await checkSeal(own.seal, key), proof = hashesOf(own.proof);
  const at = [BigInt(own.number) - 1n, BigInt(seal.size)];
  const under = proof && (await isIncluded(digestOf(own.digest), ...at, proof, seal.root));
  if (!under) throw broken("not-sealed", { number: own.number });
  const lines = [said("own-holds", { ...own, session: seal.session, size: seal.size }), ...signers(seal, key)];
  return { verdict: "holds", lines: [...lines, said("own-compare", { short: own.digest.slice(0, 16) })], seal, key };
};
// Folders of tiles, one or two: each holds, and of two the shorter is the beginning of the other.
const checkFolders = async (folders, keyText) => {
  if (!folders.length) throw unread("no-tiles");
  if (!withoutSurroundings(keyText)) throw unread("no-key");
  const key = await readTrust(keyText), logs = [];
  for (const files of folders) logs.push(await checkTiles(files, key));
  const [{ seal }] = logs, lines = logs.map((log) => said("tiles-hold", log.seal));
  if (logs.length === 2) {
    const [both, longer] = requireBeginning(...logs);
    lines.push(said(both === longer ? "tiles-same" : "tiles-begin", { origin: seal.origin, both, longer }));
  }
  return { verdict: "holds", lines: [...lines, ...signers(seal, key)], seal, key };
};
const signers = (seal, key) => {
  const { second } = key, known = [key, ...(second ? [second] : []), ...(seal.witnesses ?? [])];
  const isStrange = (each) => !known.some((line) => keyIsOf(line, each));
  const others = [...new Set(seal.signatures.filter(isStrange).map(signatureTold))].join(", ");
  const also = second ? [said(seal.unchecked ? "second-unchecked" : "second-signed", { key: second.short })] : [];
  if (key.policy) also.push(said("witnessed", { says: seal.witnessed }));
  return [said("signed", { key: key.short }), ...also, ...(others ? [said("others", { others })] : [])];
};
const foundSeal = (seal, key) => ({
  verdict: "holds", seal, key,
  lines: [said("seal-holds", seal), ...signers(seal, key), said("root", seal), said("seal-limits")],
});
const foundReceipt = (receipt, key) => {
  const { seal, since } = receipt;
  const lines = [said("receipt-holds", { ...seal, name: receipt.case }), ...signers(seal, key)];
  if (since) lines.push(said("extends", { earlier: since.size }));
  lines.push(said("root", seal), said("receipt-limits"));
  return { verdict: "holds", lines, events: receipt.events, seal, key };
};

const show = (region, { verdict, lines, events = [], seal, key }) => {
  const heading = element("h2", said(verdict));
  region.replaceChildren(heading, ...lines.map((line) => element("p", line)), ...events.map(eventShown));
  Object.assign(region.dataset, { verdict, size: seal?.size ?? "", key: key?.short ?? "" });
};
const FIRST = ["ew", "ns", "table", "round", "board", "case"];
const caseFirst = ([one], [other]) => FIRST.indexOf(other) - FIRST.indexOf(one);
const eventShown = (event) => {
  const made = element("section", "", "event"), told = document.createElement("dl");
  Object.assign(made.dataset, { event: event.number, digest: event.digest });
  const fields = fieldsTold(shapes.shapes, shapes.shapes.kinds[event.kind], event.body).sort(caseFirst);
  for (const [name, value] of [...fields, ...event.said.map(textTold), ["digest", event.digest]]) {
    told.append(element("dt", named(name)), element("dd", value));
  }
  const kind = named(event.kind.split("/")[0].replaceAll("-", " "));
  const who = element("p", `${timeTold(event.occurred)} · `, "soft"), by = element("bdi", event.by);
  who.append(by);
  made.append(element("h3", `#${event.number} ${kind}`), who, told);
  if (event.kind === "judgement-signed/1") made.append(element("p", said("judgement", { key: shortKey(event) })));
  return made;
};
const shortKey = (event) => event.body.get("key").split("+").slice(0, 2).join("+");
const textTold = ({ place, words: told, erased }) => [place, told ?? goneTold(erased)];
const goneTold = (number) => (number ? said("erased", { number }) : said("absent"));

// The last check asked for is the one shown: while it runs, nothing is.
let asked = 0;
const clear = (region) => {
  region.replaceChildren();
  Object.assign(region.dataset, { verdict: "", size: "", key: "" });
};
const answer = async (region, check) => {
  const own = ++asked;
  clear(region);
  const found = await check().catch(refusal);
  if (own === asked) show(region, found);
};
const refusal = (error) => {
  const { verdict, word, places } = error instanceof Refused ? error : unread("failed");
  return { verdict, lines: [said(word, places)] };
};
// A file is checked as it was read: an area of text shows other ends of lines than the file has. What is typed over it
// takes its place, and so does a file chosen later, however long the first takes to be read: each area has one promise.
const filesOf = new Map();
const textIn = (area) => filesOf.get(area) ?? area.value;
const textsGiven = () => Promise.all([textIn(byId("receipt")), textIn(byId("key"))]);
const check = () => answer(byId("verdict"), async () => checkGiven(...(await textsGiven())));
const forget = (area) => {
  filesOf.delete(area);
  asked++;
  document.querySelectorAll(".verdict").forEach(clear);
};
const readFile = async (file) => {
  if (file.size > bounds.RECEIPT[1]) throw unread("too-long");
  return textOf(await file.arrayBuffer());
};
const take = async (file, into) => {
  if (!file) return;
  forget(into);
  into.value = "";
  const reading = readFile(file);
  filesOf.set(into, reading);
  const text = await reading.catch(() => null);
  if (filesOf.get(into) !== reading) return;
  into.value = text ?? "";
  if (text === null || textIn(byId("receipt"))) check();
};
const dropped = (event) => {
  event.preventDefault();
  take(event.dataTransfer.files[0], event.target === byId("key") ? byId("key") : byId("receipt"));
};

const begin = async () => {
  if (!(await canCheck())) {
    byId("cannot").hidden = false;
    return;
  }
  byId("checking").hidden = false;
  byId("checking").addEventListener("submit", (event) => { event.preventDefault(); check(); });
  for (const name of ["receipt", "key"]) {
    byId(name).addEventListener("input", ({ target }) => forget(target));
    byId(`${name}-file`).addEventListener("change", ({ target }) => take(target.files[0], byId(name)));
  }
  const checkPages = async () => checkOwn(given.own, await textIn(byId("key")));
  byId("own")?.addEventListener("click", () => answer(byId("own-verdict"), checkPages));
  const folders = () => ["tiles", "other-tiles"].map((name) => byId(name).files).filter((files) => files.length);
  byId("checking-tiles").hidden = false;
  byId("checking-tiles").addEventListener("submit", (event) => {
    event.preventDefault();
    answer(byId("tiles-verdict"), async () => checkFolders(folders(), await textIn(byId("key"))));
  });
  for (const name of ["tiles", "other-tiles"]) byId(name).addEventListener("change", () => forget(byId(name)));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", dropped);
};
begin();
