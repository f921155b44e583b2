// Seals (C2SP checkpoints), public keys, and the Merkle tree (RFC 6962, RFC 9162).

const OFFICE_KEY = 1;
const KEY_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;

// A public key as it is given out: 'ebu.example+3a7f01c2+AVu…'.
const readKey = async (given) => {
  const text = withoutSurroundings(given);
  if (text.startsWith("PRIVATE+KEY+")) throw unread("private-key");
  const [name, id, ...coded] = text.split("+"), bytes = fromBase64(coded.join("+"));
  if (!KEY_NAME.test(name) || bytes?.length !== 33 || bytes[0] !== OFFICE_KEY) throw unread("bad-key");
  const hash = await sha256(bytesOf(name + "\n"), bytes);
  if (hexOf(hash.slice(0, 4)) !== id) throw unread("bad-key");
  return { name, id, bytes: bytes.slice(1), short: `${name}+${id}` };
};
const keyIsOf = (key, signature) => signature.name === key.name && signature.id === key.id;

// Whether a signature (Ed25519) of a text is the key's; no key and no signature are none.
const signedText = async (key, signature, text) => {
  try {
    const public_ = await crypto.subtle.importKey("raw", key.bytes, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, public_, signature, text);
  } catch {
    return false;
  }
};

const readSeal = (text) => {
  const note = text.replaceAll("\r\n", "\n");
  if (bytesOf(note).length > bounds.SEAL[1]) throw unread("no-seal");
  if (!note.split("\n").every(isPlain)) throw unread("seal-steers");
  const [body, ...rest] = note.split("\n\n"), lines = body.split("\n");
  const signed = rest.join("\n").split("\n").filter(Boolean);
  if (lines.length !== 3 || !signed.length) throw unread("no-seal");
  const [origin, counted, rooted] = lines, root = fromBase64(rooted);
  if (!origin.trim() || !/^[1-9]\d{0,14}$/.test(counted)) throw unread("seal-size");
  if (root?.length !== 32) throw unread("seal-short");
  const size = Number(counted), head = `${body}\n`;
  return { origin, session: origin.split("/").at(-1), size, root, rooted, head, signatures: signed.map(readSignature),
    signed: signed.map((line) => `${line}\n`).join("") };
};
// A seal as it stands in a receipt, where no mail comes between.
const readSealWithin = (text) => {
  const seal = readSeal(text), [, signed] = text.split(/\n\n(.*)/s);
  if (!text.startsWith(seal.head) || signed !== seal.signed) throw unread("seal-otherwise");
  return seal;
};
const readSignature = (line) => {
  const [dash, name, ...coded] = line.split(" "), bytes = fromBase64(coded.join(" "));
  if (dash !== "—" || !name || !(bytes?.length >= 5)) throw unread("seal-signature");
  const id = hexOf(bytes.slice(0, 4));
  return { name, id, signature: bytes.slice(4), short: `${name}+${id}` };
};
// Refuses a seal that the key did not sign: one bad signature of it is not excused by a good one.
const requireSigned = async (seal, key) => {
  const own = seal.signatures.filter((each) => keyIsOf(key, each));
  const says = [...new Set(seal.signatures.map((each) => each.short))].join(", ");
  if (!own.length) throw new Refused("forged", "other-key", { key: key.short, says });
  for (const each of own) {
    const good = await signedText(key, each.signature, bytesOf(seal.head));
    if (!good) throw new Refused("forged", "bad-signature", { key: key.short, size: seal.size });
  }
};

const leafHash = (digest) => hashed("LEAF", digest);
const nodeHash = (left, right) => hashed("NODE", left, right);

// Whether the proof leads from the leaf at an index (from 0) to the root of a tree of this size (RFC 9162, 2.1.3.2).
const isIncluded = async (digest, index, size, proof, root) => {
  if (index < 0n || index >= size) return false;
  let at = index, last = size - 1n, found = await leafHash(digest);
  for (const hash of proof) {
    if (last === 0n) return false;
    const isRight = at & 1n || at === last;
    found = isRight ? await nodeHash(hash, found) : await nodeHash(found, hash);
    while (isRight && !(at & 1n)) [at, last] = [at >> 1n, last >> 1n];
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && same(found, root);
};
// Whether the tree of `size` begins with that of `earlier` (RFC 9162, 2.1.4.2).
const isExtended = async (earlier, size, proof, earlierRoot, root) => {
  if (earlier > size) return false;
  if (earlier === size) return !proof.length && same(earlierRoot, root);
  const path = (earlier & (earlier - 1n)) === 0n ? [earlierRoot, ...proof] : proof;
  let at = earlier - 1n, last = size - 1n, old = path[0], now = path[0];
  while (at & 1n) [at, last] = [at >> 1n, last >> 1n];
  for (const hash of path.slice(1)) {
    if (last === 0n) return false;
    const isRight = at & 1n || at === last;
    if (isRight) [old, now] = [await nodeHash(hash, old), await nodeHash(hash, now)];
    else now = await nodeHash(now, hash);
    while (isRight && !(at & 1n)) [at, last] = [at >> 1n, last >> 1n];
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && same(old, earlierRoot) && same(now, root);
};
// The hashes of a proof; null where one is none.
const hashesOf = (texts) => {
  if (!texts.every((text) => typeof text === "string")) throw unread("other-types");
  const hashes = texts.map(fromBase64);
  return hashes.every((hash) => hash?.length === 32) ? hashes : null;
};
