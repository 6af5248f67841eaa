"use strict";
const worker = new Worker("worker.mjs", { type: "module" });
const element = (id) => document.getElementById(id);
const state = element("state");
const result = element("result");
let name = "list.txt";
let url = null;

const EXAMPLE = `[CustomCards]
[
  { "name": "Lantern Eel", "mana_cost": "{1}{U}", "type": "Creature", "oracle_text": "Flying" },
  { "name": "Grey Heron", "mana_cost": "{2}{W}", "type": "Creature", "power": "2", "toughness": "2" }
]
[Common(2)]
3 Lantern Eel
2 Grey Heron
`;
element("source").value = EXAMPLE;

function busy(isBusy, text) {
  state.textContent = text;
  for (const button of document.querySelectorAll("button")) button.disabled = isBusy;
}

worker.onmessage = ({ data }) => {
  if (data.failed) return busy(true, `Python cannot be loaded: ${data.failed}`);
  if (data.formats) {
    element("format").append(new Option("detect", ""));
    for (const [id, title, writes] of data.formats) {
      element("format").append(new Option(title, id));
      if (writes) element("target").append(new Option(title, id));
    }
    return busy(false, `Ready: cardformats ${data.version}, without ${data.without.join(", ") || "nothing"}.`);
  }
  busy(false, data.summary);
  result.innerHTML = data.html; // made by the library, which escapes what it was given
  if (url) URL.revokeObjectURL(url);
  url = null;
  element("download").hidden = data.file === null;
  if (data.file !== null) {
    url = URL.createObjectURL(new Blob([data.file], { type: "text/plain;charset=utf-8" }));
    Object.assign(element("download"), { href: url, download: data.name, textContent: `Download ${data.name}` });
  }
};
worker.onerror = (event) => busy(true, `Python cannot be loaded: ${event.message}`);

element("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  name = file.name;
  const bytes = await file.arrayBuffer();
  try {
    element("source").value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    element("source").value = new TextDecoder("windows-1252").decode(bytes);
  }
});
// what is typed or pasted is no longer the file that was chosen
element("source").addEventListener("input", () => {
  name = "list.txt";
  element("file").value = "";
});

element("bench").addEventListener("submit", (event) => {
  event.preventDefault();
  busy(true, "Working …");
  worker.postMessage({
    action: event.submitter ? event.submitter.name : "check",
    text: element("source").value,
    name,
    format: element("format").value,
    target: element("target").value,
    seed: element("seed").value,
  });
});
busy(true, state.textContent);
