// A log as a folder of tiles (c2sp.org/tlog-tiles): the checks are those of ledger/trust/seals.py. Everything but the seal
// follows from the records, so it is made again, and held against the files.

const WIDTH = 256, HASH_BYTES = 32, ENTRY_BYTES = 34;
const tileName = (kind, place, width) => {
  const digits = String(place), padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.../g);
  const last = padded.pop(), whole = [kind, ...padded.map((each) => `x${each}`), last].join("/");
  return { whole, name: width === WIDTH ? whole : `${whole}.p/${width}`, width };
};
const startsWith = (whole, part) => part.length <= whole.length && same(part, whole);

class Tiles {
  constructor(files) {
    const inFolder = (file) => [file.webkitRelativePath.split("/").slice(1).join("/"), file];
    this.files = new Map([...files].map(inFolder));
    this.known = new Map();
  }
  async bytes(name) {
    const file = this.files.get(name);
    if (!file) throw broken("tile-missing", { name });
    return new Uint8Array(await file.arrayBuffer());
  }
  async read(kind, place, width) {
    const tile = tileName(kind, place, width), content = await this.bytes(tile.name);
    this.known.set(tile.whole, { ...tile, content });
    return content;
  }
  async require(kind, place, width, parts) {
    const content = await this.read(kind, place, width), made = joined(...parts);
    if (content.length !== made.length || !same(made, content)) {
      throw broken("tile-other", { name: tileName(kind, place, width).name });
    }
  }
  // What a tile was before it was as wide may still be there; nothing else.
  async requireNoOther() {
    for (const name of this.files.keys()) {
      if (!/^(tile|records)\/(?!.*\/\.)/.test(name) || name.split("/").pop().startsWith(".")) continue;
      const [, whole, width] = /^(.*?)(?:\.p\/([1-9]\d{0,2}))?$/.exec(name), tile = this.known.get(whole);
      if (tile?.name === name) continue;
      const older = await this.bytes(name), wide = Number(width ?? WIDTH);
      const counted = whole.startsWith("records/") ? older.filter((byte) => byte === 10).length * (older.at(-1) === 10)
        : older.length / (whole.startsWith("tile/entries/") ? ENTRY_BYTES : HASH_BYTES);
      if (!(wide < tile?.width) || counted !== wide || !startsWith(tile.content, older)) {
        throw broken("tile-strange", { name });
      }
    }
  }
}

// The digests of a log whose tiles all hold, under a seal of the key.
const checkTiles = async (files, key) => {
  const tiles = new Tiles(files), note = textOf(await tiles.bytes("checkpoint")), seal = readSealWithin(note);
  const signed = seal.signatures.map(({ name, id, signature }) => `${name} ${id} ${hexOf(signature)}`);
  if (new Set(signed).size !== signed.length) throw unread("seal-otherwise");
  await requireSigned(seal, key);
  const digests = [], hashes = [];
  let previous = new Uint8Array(HASH_BYTES);
  for (let place = 0; place * WIDTH < seal.size; place++) {
    const width = Math.min(WIDTH, seal.size - place * WIDTH);
    const records = textOf(await tiles.read("records", place, width)).split("\n");
    if (records.length !== width + 1 || records.pop()) throw broken("tile-other", tileName("records", place, width));
    for (const record of records) {
      const opening = `${JSON.stringify([seal.session, digests.length + 1]).slice(0, -1)},`;
      if (!record.startsWith(opening)) throw broken("tile-event", { number: digests.length + 1 });
      previous = await hashed("EVENT", previous, bytesOf(record));
      digests.push(previous);
      hashes.push(await leafHash(previous));
    }
    const entries = digests.slice(place * WIDTH).map((digest) => joined(new Uint8Array([0, HASH_BYTES]), digest));
    await tiles.require("tile/entries", place, width, entries);
  }
  await requireLevels(tiles, hashes);
  await tiles.requireNoOther();
  if (!same(await rootOver(hashes), seal.root)) throw broken("tile-root", seal);
  return { seal, digests };
};
const requireLevels = async (tiles, leaves) => {
  for (let level = 0, hashes = leaves; hashes.length; level++) {
    const above = [];
    for (let place = 0; place * WIDTH < hashes.length; place++) {
      const part = hashes.slice(place * WIDTH, (place + 1) * WIDTH);
      await tiles.require(`tile/${level}`, place, part.length, part);
      if (part.length === WIDTH) above.push(await rootOver(part));
    }
    hashes = above;
  }
};
const rootOver = async (hashes) => {
  if (hashes.length === 1) return hashes[0];
  let half = 1;
  while (half * 2 < hashes.length) half *= 2;
  return nodeHash(await rootOver(hashes.slice(0, half)), await rootOver(hashes.slice(half)));
};

// Whether the shorter of two logs is the beginning of the longer: from which event on they are not the same.
const requireBeginning = (one, other) => {
  if (one.seal.origin !== other.seal.origin) {
    throw unread("tiles-two", { one: one.seal.origin, other: other.seal.origin });
  }
  const both = Math.min(one.seal.size, other.seal.size);
  for (let at = 0; at < both; at++) {
    if (!same(one.digests[at], other.digests[at])) throw broken("tiles-forked", { ...one.seal, number: at + 1 });
  }
  return [both, Math.max(one.seal.size, other.seal.size)];
};
