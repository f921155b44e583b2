// Seals (C2SP checkpoints), public keys, and the Merkle tree (RFC 6962, RFC 9162).

const OFFICE_KEY = 1, WITNESS_KEY = 4, ML_DSA = 6, KEY_BYTES = { 1: 33, 4: 33, 6: 1313 };
const KEY_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/, ANY_NAME = /^[^\s+]{1,250}$/u;

// A public key as it is given out: 'ebu.example+3a7f01c2+AVu…', and in a second line the same owner's of ML-DSA-44.
const readKey = async (given) => {
  const text = withoutSurroundings(given), [first, ...more] = text.replaceAll("\r\n", "\n").split("\n");
  if (text.startsWith("PRIVATE+KEY+")) throw unread("private-key");
  const key = await readKeyLine(first, OFFICE_KEY);
  const second = more.length ? await readKeyLine(more.join("\n"), ML_DSA) : null;
  if (second && second.name !== key.name) throw unread("bad-key");
  return { ...key, second };
};
// Only an office's name is of a few signs.
const readKeyLine = async (text, ...kinds) => {
  const [name, id, ...coded] = text.split("+"), bytes = fromBase64(coded.join("+")), kind = bytes?.[0];
  const isNamed = (kinds.includes(OFFICE_KEY) ? KEY_NAME : ANY_NAME).test(name) && isPlain(name);
  if (!isNamed || !kinds.includes(kind) || bytes.length !== KEY_BYTES[kind]) throw unread("bad-key");
  const hash = await sha256(bytesOf(name + "\n"), bytes);
  if (hexOf(hash.slice(0, 4)) !== id) throw unread("bad-key");
  return { name, id, kind, bytes: bytes.slice(1), short: `${name}+${id}` };
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
// The same of ML-DSA-44, over name, time, origin, size and root (c2sp.org/tlog-cosignature); null in a browser without.
const signedTree = async (key, signature, seal) => {
  const parts = [key.name, seal.origin].map(bytesOf), sizes = new DataView(new ArrayBuffer(16));
  if (signature.length < 8 || signature[0] > 127 || parts.some((part) => part.length > 255)) return false;
  sizes.setBigUint64(8, BigInt(seal.size));
  const [name, origin] = parts.map((part) => joined(new Uint8Array([part.length]), part));
  const tree = joined(new Uint8Array(sizes.buffer), seal.root);
  const text = joined(bytesOf("subtree/v1\n\0"), name, signature.slice(0, 8), origin, tree);
  try {
    const public_ = await crypto.subtle.importKey("raw-public", key.bytes, { name: "ML-DSA-44" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "ML-DSA-44" }, public_, signature.slice(8), text);
  } catch {
    return null;
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
// Refuses a seal that the key did not sign: one bad signature of it is not excused by a good one. `seal.unchecked`: the
// browser could not check the key's second signature.
const requireSigned = async (seal, key) => {
  const says = [...new Set(seal.signatures.map((each) => each.short))].join(", ");
  for (const line of key.second ? [key, key.second] : [key]) {
    const own = seal.signatures.filter((each) => keyIsOf(line, each));
    if (!own.length) throw new Refused("forged", "other-key", { key: line.short, says });
    for (const each of own) {
      const good = line.kind === OFFICE_KEY ? await signedText(line, each.signature, bytesOf(seal.head))
        : await signedTree(line, each.signature, seal);
      if (good === false) throw new Refused("forged", "bad-signature", { key: line.short, size: seal.size });
      seal.unchecked ||= good === null;
    }
  }
  if (key.policy) await requireQuorum(seal, key.policy);
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
