// A receipt: the events of a case, each with the hashes that lead from it to the root of a seal. The checks
// are those of ledger/trust/receipt.py: what one refuses, so does the other.

const checkReceipt = async (given, key, shapes) => {
  const reader = new Reader(given), read = reader.whole();
  const receipt = fieldsOf(read, "schema", "session", "as_of", "case", "key", "seal", "events", "since", "growth");
  const texts = [receipt.schema, receipt.session, receipt.case, receipt.key, receipt.seal, receipt.since];
  const lists = [receipt.events, receipt.growth];
  if (!texts.every((each) => typeof each === "string") || !lists.every(Array.isArray)) throw unread("other-types");
  if (typeof receipt.as_of !== "bigint" || !texts.slice(0, 4).every(isPlain)) throw unread("other-types");
  const schema = receipt.schema;
  if (schema !== "receipt/1" || !receipt.events.length) throw unread("other-schema", { schema });
  const seal = readSealWithin(receipt.seal);
  if (receipt.session !== seal.session || receipt.as_of !== BigInt(seal.size)) throw broken("other-moment");
  const events = [];
  for (const each of receipt.events) events.push(await provedEvent(each, seal, shapes, reader));
  requireOneCase(receipt.case, events);
  noteErasures(events);
  const since = await earlierSeal(receipt, seal);
  for (const each of since ? [seal, since] : [seal]) await requireSigned(each, key);
  return { case: receipt.case, events, seal, since };
};

const provedEvent = async (given, seal, shapes, reader) => {
  const { line, previous, proof, texts } = fieldsOf(given, "line", "previous", "proof", "texts");
  if (typeof previous !== "string" || ![proof, texts].every(Array.isArray)) throw unread("other-types");
  const { digest, record } = fieldsOf(line, "digest", "record");
  const event = readRecord(record, reader), hashes = hashesOf(proof);
  const recorded = digestOf(digest), before = digestOf(previous);
  if (!event || !recorded || !before || !hashes) throw broken("unreadable-event", { number: event?.number ?? "?" });
  const number = String(event.number);
  if (!same(await hashed("EVENT", before, reader.source(record)), recorded)) throw broken("not-recorded", { number });
  const under = await isIncluded(recorded, event.number - 1n, BigInt(seal.size), hashes, seal.root);
  if (event.session !== seal.session || !under) throw broken("not-sealed", { number });
  if (!shapes.has(event.kind)) throw unread("unknown-kind", { number, kind: event.kind, program: event.program });
  const said = await openedTexts(event, texts, shapes);
  if (event.kind === "judgement-signed/1") await requireJudgement(event, before);
  return { ...event, digest, said };
};

// Whether the text of a record is no more than any is, as in ledger/bounds/events.py.
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/g, INNERMOST = /[[{][^\][{}]*[\]}]/g, FRACTION = /\[-?[0-9]+,-?[0-9]+\]/g;
const isWithin = (text) => {
  const size = (part) => bytesOf(part).length, most = (name) => bounds[name][1];
  if (size(text) > most("RECORD") || new RegExp(`[0-9]{${most("DIGITS") + 1}}`).test(text)) return false;
  if (text.match(TEXT)?.some((each) => size(each) - 2 > most("TEXT"))) return false;
  let bare = text.replace(TEXT, "");
  if (new RegExp(`[0-9]{${most("WHOLE") + 1}}`).test(bare.replace(FRACTION, ""))) return false;
  for (let depth = 0; depth < most("DEPTH") && /[[{]/.test(bare); depth++) {
    const lists = bare.match(INNERMOST).filter((each) => each[0] === "[");
    if (lists.some((each) => each.split(",").length > most("MEMBERS"))) return false;
    bare = bare.replace(INNERMOST, "");
  }
  return !/[[{]/.test(bare);
};
const isBetween = (name, value) => {
  const [least, most] = bounds[name], said = typeof value === "string" ? [...value].length : value;
  return said >= least && said <= most;
};

const readRecord = (record, reader) => {
  if (!Array.isArray(record) || record.length !== 11 || !isWithin(reader.slice(record))) return null;
  const [session, number, kind, body, command, part, occurred, at, by, because, program] = record;
  const right = [session, kind, command, by, program].every(isText) && Array.isArray(because) &&
    [number, part, occurred, at].every((each) => typeof each === "bigint") &&
    isBetween("NUMBER", number) && isBetween("PART", part) && isBetween("TIME", occurred) && isBetween("TIME", at) &&
    isBetween("COMMAND", command) && isBetween("AUTHOR", by) && isBetween("PROGRAM", program) &&
    because.every((each) => typeof each === "bigint" && isBetween("NUMBER", each)) && body instanceof Map;
  return right ? { session, number, kind, body, occurred, by, because, program } : null;
};

// The words that belong to the commitments of an event, by where they stand in it; undefined where the receipt has none.
const openedTexts = async (event, texts, shapes) => {
  const number = String(event.number), places = [], said = [];
  if (!shapes.fits(event.kind, event.body, (commitment, place) => places.push([place, commitment]))) {
    throw broken("bad-body", { number, kind: event.kind });
  }
  const given = new Map();
  for (const each of texts) {
    const { commitment, salt, text } = fieldsOf(each, "commitment", "salt", "text");
    if (![commitment, salt, text].every((part) => typeof part === "string")) throw unread("other-types");
    const bytes = fromBase64(salt);
    if (given.has(commitment) || !bytes || !bytesUnder("TEXT", bytes, bytesOf(text))) throw broken("bad-text", { number });
    given.set(commitment, [bytes, text]);
  }
  for (const [place, commitment] of places) {
    const [salt, words] = given.get(commitment) ?? [];
    const fits = !salt || (bytesOf(words).length <= bounds.WORDS[1] && (await commits(salt, words, commitment)));
    if (!fits) throw broken("other-words", { number, place });
    given.delete(commitment);
    said.push({ place, commitment, words });
  }
  if (given.size) throw broken("strange-text", { number });
  return said;
};
const commits = async (salt, words, commitment) => hexOf(await hashed("TEXT", salt, bytesOf(words))) === commitment;

// An official's signature is over the digest of the event before it.
const requireJudgement = async (event, previous) => {
  const digest = digestOf(event.body.get("digest")), signature = fromBase64(event.body.get("signature"));
  const named = event.body.get("key"), key = await readKey(named).catch(() => null);
  const signed = digest && same(digest, previous) && withoutSurroundings(named) === named && !key?.second;
  const good = signed && (await signedText(key, signature, bytesUnder("JUDGEMENT", digest)));
  if (!good) throw broken("forged-judgement", { number: String(event.number) });
};

// All events are of the case, in their order, and begin with its first.
const requireOneCase = (name, events) => {
  if (!events.every((event, at) => !at || events[at - 1].number < event.number)) throw broken("no-order");
  const [first] = events;
  if (!name || ![`#${first.number}`, first.body.get("case")].includes(name)) throw broken("other-beginning", { name });
  const earlier = new Set([first.number]);
  for (const event of events.slice(1)) {
    const erased = event.kind === "text-erased/1" ? event.body.get("texts").map((text) => text.get("event")) : null;
    const belongs = erased ? erased.some((number) => earlier.has(number))
      : event.body.get("case") === name || event.because.some((number) => earlier.has(number));
    if (!belongs) throw broken("other-case", { number: String(event.number), name });
    earlier.add(event.number);
  }
};
const noteErasures = (events) => {
  const erasures = new Map();
  for (const event of events.filter((each) => each.kind === "text-erased/1")) {
    for (const text of event.body.get("texts")) erasures.set(text.get("commitment"), event.number);
  }
  for (const [number, text] of events.flatMap((event) => event.said.map((text) => [String(event.number), text]))) {
    text.erased = erasures.get(text.commitment);
    const { erased, words, place } = text;
    if (erased && words !== undefined) throw broken("erased-words", { number, place, erased: String(erased) });
  }
};

// The seal given out earlier that the receipt's seal extends, if it speaks of one.
const earlierSeal = async (receipt, seal) => {
  const proof = hashesOf(receipt.growth);
  if (!receipt.since && receipt.growth.length) throw broken("strange-growth");
  if (!receipt.since) return null;
  const since = readSealWithin(receipt.since), sizes = [since.size, seal.size].map(BigInt);
  const extended = proof && since.origin === seal.origin && (await isExtended(...sizes, proof, since.root, seal.root));
  if (!extended) throw broken("not-extended", { size: seal.size, earlier: since.size });
  return since;
};
