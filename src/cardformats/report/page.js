"use strict";
for (const table of document.querySelectorAll(".odds")) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, column) => {
    const cell = row.cells[column];
    return "rank" in cell.dataset ? Number(cell.dataset.rank) : cell.textContent.trim().toLowerCase();
  };
  const compare = (one, other) =>
    typeof one === "number" && typeof other === "number"
      ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true });
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const first = head.classList.contains("number") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = before === first ? other : first;
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const sorted = rows.map((row) => [value(row, column), row]);
      sorted.sort((one, another) => sign * compare(one[0], another[0]));
      body.append(...sorted.map((pair) => pair[1]));
    });
  });
  const search = table.closest("details, section").querySelector(".search");
  const [input, output] = [search.querySelector("input"), search.querySelector("output")];
  search.hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    rows.forEach((row, place) => {
      row.hidden = !words.every((word) => texts[place].includes(word));
      count += row.hidden ? 0 : 1;
    });
    output.value = words.length ? `${count} of ${rows.length}` : "";
  });
}
