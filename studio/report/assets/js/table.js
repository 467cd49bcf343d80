// Every clip with every metric: sortable, and as CSV.

const columns = [
  ["clip"], ["simulated_px", 1], ["r2", 3], ["p95_px", 1], ["amplitude", 3], ["reach", 3], ["lag_ms", 1], ["settle", 2], ["overshoot", 2], ["jitter", 3],
  ["direction", 3], ["sign", 3], ["right"], ["static_px", 1], ["clipped", 3], ["stalled", 3], ["shortening", 3], ["stops"],
];
const tableGrades = { amplitude: "amplitude", lag_ms: "lag_ms", settle: "settle", jitter: "jitter", r2: "r2_10px", clipped: "clipped" };

const tableRows = () => bodies.flatMap((body, k) => clipsOf(k).map((clip) => ({ ...clip, body: body.id, place: k })));

function drawTable() {
  const section = document.getElementById("clips");
  const sort = { column: "", down: false };
  let only = "all";
  const body = el("tbody", {});
  const head = el("tr", {});
  const rows = () => {
    const list = tableRows().filter((row) => only === "all" || String(row.place) === only);
    if (!sort.column) return list;
    const key = (row) => {
      const value = row[sort.column];
      return value === null || value === undefined ? -Infinity : typeof value === "boolean" ? Number(value) : value;
    };
    return list.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (sort.down ? -1 : 1));
  };
  const fill = () => {
    const shown = bodies.length > 1 ? [["body"], ...columns] : columns;
    head.replaceChildren(...shown.map(([name]) => el("th", { scope: "col", class: name === "clip" ? "stick" : null, "aria-sort": sort.column === name ? (sort.down ? "descending" : "ascending") : "none" },
      el("button", { type: "button", "data-column": name, title: t("hint_column_" + name), onclick: () => {
        sort.down = sort.column === name ? !sort.down : false;
        sort.column = name;
        fill();
      } }, t("column_" + name), el("span", { class: "arrow" }, sort.column === name ? (sort.down ? " ▼" : " ▲") : "")))));
    body.replaceChildren(...rows().map((row) => el("tr", { "data-clip": row.clip }, shown.map(([name, digits]) => {
      const value = row[name];
      if (name === "clip") return el("th", { scope: "row", class: "stick" }, el("button", { type: "button", onclick: () => showClip(row.place, row.clip), title: t("show_clip") }, clipName(row.clip)));
      if (name === "right") return el("td", { class: row.simulated_px > 2 ? (value ? "good" : "bad") : null }, value ? "✓" : "✗");
      const tone = tableGrades[name] && row.simulated_px > 10 ? grade(tableGrades[name], name === "lag_ms" ? Math.abs(value) : value) : null;
      return el("td", { class: tone }, typeof value === "number" ? fixed(value, digits ?? 0) : value === null || value === undefined ? "–" : value);
    }))));
  };
  const draw = () => {
    const filter = bodies.length > 1 ? segments("", [["all", t("all_bodies")], ...bodies.map((one, k) => [String(k), one.name || one.id])], only, (value) => {
      only = value;
      fill();
    }) : "";
    if (filter) filter.removeAttribute("id");
    section.replaceChildren(el("h2", {}, t("clips_title")), el("p", { class: "lead" }, t("clips_lead")),
      el("div", { class: "table-tools" }, filter,
        el("button", { class: "tool", type: "button", id: "csv", onclick: () => saveFile(fileName("csv"), "text/csv;charset=utf-8", csvText()) }, t("save_csv")),
        el("button", { class: "tool", type: "button", id: "json", onclick: () => saveFile(fileName("json"), "application/json", JSON.stringify(report, null, 2)) }, t("save_json"))),
      el("div", { class: "card table-card" }, el("div", { class: "scroll" }, el("table", { class: "clips-table", id: "clips-table" }, el("thead", {}, head), body))));
    fill();
  };
  redraws.add(draw);
  draw();
}

const fileName = (ending) => `${String(report.model || "bake").replace(/[^\w.-]+/g, "_")}-report.${ending}`;

function csvText() {
  const names = ["body", ...columns.map(([name]) => name)];
  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  return [names.join(), ...tableRows().map((row) => names.map((name) => cell(row[name])).join())].join("\r\n") + "\r\n";
}
