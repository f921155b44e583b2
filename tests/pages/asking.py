"""What the page that checks says of many receipts and seals, each dropped on it as a file."""

import json
from base64 import b64encode
from collections.abc import Sequence
from gzip import compress
from pathlib import Path
from typing import Any

from tests.pages.browser import Tab

_ASK = """async ([packed, files]) => {
  const found = [], verdict = document.getElementById("verdict"), key = document.getElementById("key");
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const texts = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  document.getElementById("checking").hidden = true;  // its areas need not be drawn for each
  let at = 0;
  for (const [length, keyText] of files) {
    key.value = keyText ?? key.value;
    key.dispatchEvent(new Event("input"));
    const carried = new DataTransfer();
    carried.items.add(new File([texts.slice(at, at += length)], "it"));
    const answered = new Promise((done) => {
      const late = setTimeout(done, 10000), finish = () => { clearTimeout(late); done(); };
      new MutationObserver((_, seen) => verdict.dataset.verdict && (seen.disconnect(), finish()))
        .observe(verdict, { attributeFilter: ["data-verdict"] });
    });
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
    await answered;
    const events = [...verdict.querySelectorAll(".event")].map(({ dataset: it }) => [Number(it.event), it.digest]);
    const { verdict: said, size, key: signer } = verdict.dataset;
    found.push({ said, size, key: signer, events, told: verdict.innerText });
  }
  return JSON.stringify(found);
}"""


def answers(browser: Any, page: Path, files: Sequence[tuple[bytes, str | None]]) -> list[dict[str, Any]]:
    """What it says of each, with the public key given for it; None: with the one that stands there already."""
    packed = b64encode(compress(b"".join(text for text, _ in files), 1)).decode()
    with Tab(browser, page) as tab:
        tab.page.wait_for_selector("#checking:not([hidden])")
        found = json.loads(tab.page.evaluate(_ASK, [packed, [[len(text), key] for text, key in files]]))
        tab.require_sound()
    assert isinstance(found, list)
    return found
