"use strict";
const form = document.getElementById("filters");
const search = form.querySelector("input[type=search]");
const output = form.querySelector("output");
const rows = [...document.querySelectorAll("[data-kind]")].map((row) => ({
  row,
  kind: row.dataset.kind,
  text: row.textContent.replace(row.querySelector("details")?.textContent ?? "", "").toLowerCase(),
}));

function apply() {
  const kinds = new Set([...form.querySelectorAll("input:checked")].map((box) => box.value));
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { row, kind, text } of rows) {
    row.hidden = !(kinds.has(kind) && words.every((word) => text.includes(word)));
    shown += row.hidden ? 0 : 1;
  }
  output.textContent = `${output.dataset.said}: ${shown} / ${rows.length}`;
}

form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
apply();
