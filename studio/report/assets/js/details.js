// What was asked for, what was read from the model, and what was said on the way.

function drawDetails() {
  const section = document.getElementById("details");
  const draw = () => {
    const notices = [...(report.notices || []).map((notice) => ["", notice]), ...bodies.flatMap((body) => (body.notices || []).map((notice) => [body.id, notice]))];
    section.replaceChildren(el("h2", {}, t("details_title")),
      el("div", { class: "cards" }, bodies.map((body) => el("article", { class: "card" }, el("h3", {}, body.name || body.id),
        el("dl", { class: "options" }, optionRows(body).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
        el("h4", {}, t("inputs_title")),
        el("div", { class: "scroll" }, el("table", { class: "plain" },
          el("thead", {}, el("tr", {}, ["input", "span", "reach", "moves"].map((name) => el("th", {}, t("inputs_" + name))))),
          el("tbody", {}, (body.inputs || []).map((input) => el("tr", { class: input.group === "culled" ? "muted" : null },
            el("td", {}, input.id), el("td", {}, (input.span || []).map((end) => tickText(Number(end))).join(" … ")), el("td", {}, fixed(input.reach_px, 1) + " px"), el("td", {}, t("group_" + input.group)))))))))),
      notices.length ? el("article", { class: "card" }, el("h3", {}, t("notices_title")), el("ul", { class: "notices" }, notices.map(([body, notice]) =>
        el("li", {}, el("b", {}, [body, notice.where].filter(Boolean).join(": ")), " ", notice.what)))) : "");
    const moc = report.moc3 || {};
    document.getElementById("footer").replaceChildren(
      el("p", {}, t("measured")),
      el("p", {}, [report.program, moc.file, moc.version && moc.version !== moc.version_before ? `moc3 ${moc.version_before} → ${moc.version}` : moc.version && `moc3 ${moc.version}`, isNumber(report.fps) && `${report.fps} Hz`, `clip seed ${report.clip_seed ?? 0}`, report.format].filter(Boolean).join(" · ")));
  };
  redraws.add(draw);
  draw();
}

const optionName = (name) => (strings.en["option_" + name] ? t("option_" + name) : name.replace(/_/g, " "));

function optionRows(body) {
  const options = body.options || {}, rows = [[t("option_particles"), body.particles], [t("option_written"), body.written_as]];
  for (const [name, value] of Object.entries(options)) {
    if (value === null || value === undefined) continue;
    const text = Array.isArray(value) ? value.join(", ") : typeof value === "object" ? Object.entries(value).map(([key, part]) => `${key} ${part}`).join(", ") : String(value);
    rows.push([optionName(name), value === true ? t("yes") : value === false ? t("no") : text]);
  }
  rows.push([t("option_training"), isNumber(body.training_frames) ? `${(body.training_frames / 60).toFixed(0)} s` : "–"]);
  return rows;
}
