// Plots: the answer to every input, where the error comes from, quality against the number of parameters, all clips.

function drawPlots(puppet) {
  const section = document.getElementById("plots");
  const draw = () => {
    const body = bodies[choice.body] || {};
    const cards = [responsesCard(puppet, choice.body), errorCard(body), qualityCard(body), clipBarsCard(body)].filter(Boolean);
    section.replaceChildren(el("h2", {}, t("plots_title")), el("p", { class: "lead" }, t("plots_lead", { body: body.name || body.id || "" })), bodyPicker(), el("div", { class: "plot-grid" }, cards));
  };
  onChoice.add(whenBodyChanges(draw));
  redraws.add(draw);
  draw();
}

// Body buttons that may stand in several places.
function bodyPicker() {
  if (bodies.length < 2) return "";
  const row = segments("", bodies.map((body, k) => [String(k), body.name || body.id]), String(choice.body), (value) => choose(Number(value), choice.clip));
  row.removeAttribute("id");
  row.classList.add("picker");
  return row;
}

function whenBodyChanges(draw) {
  let before = choice.body;
  return () => {
    if (before === choice.body) return;
    before = choice.body;
    draw();
  };
}

// How the tips answer a step of each input alone: small multiples.
function responsesCard(puppet, body) {
  const steps = clipsOf(body).filter((clip) => clip.clip.startsWith("step:"));
  if (!puppet || !steps.length) return null;
  const grid = el("div", { class: "multiples" });
  for (const step of steps) {
    const place = replayPlace(puppet, body, step.clip);
    if (place < 0) continue;
    let tips = null;
    const box = chartBox("", 132, (width, height) =>
      tips ? tipChart(tips, puppet.fps, { width, height, small: true, title: step.clip.slice(5) }) : el("span", {}));
    puppet.clip(place).then((clip) => {
      tips = clip.bodies.find((track) => track.body === body).tips;
      box.redraw();
    });
    grid.append(el("button", { class: "multiple", type: "button", title: t("show_clip"), onclick: () => showClip(body, step.clip) }, box));
  }
  if (!grid.children.length) return null;
  return el("article", { class: "card wide" }, el("h3", {}, t("responses_title")), el("p", { class: "muted" }, t("responses_lead")), tipLegend(), grid);
}

function showClip(body, clip) {
  choose(body, clip);
  document.getElementById("playback").scrollIntoView({ behavior: "smooth" });
}

// R² and amplitude of every clip, as bars.
function clipBarsCard(body) {
  const clips = clipsOf(choice.body).filter((clip) => clip.simulated_px > 2);
  if (!clips.length) return null;
  return el("article", { class: "card wide" }, el("h3", {}, t("bars_title")), el("p", { class: "muted" }, t("bars_lead")),
    el("ul", { class: "bars" }, clips.map((clip) => el("li", {},
      el("button", { type: "button", onclick: () => showClip(choice.body, clip.clip), title: t("show_clip") },
        el("span", { class: "bar-name" }, clipName(clip.clip)),
        el("span", { class: "bar-track" }, el("i", { class: clipGrade(clip), style: `width:${(100 * clamp(clip.r2, 0, 1)).toFixed(1)}%` })),
        el("span", { class: "bar-value" }, fixed(clip.r2, 2)))))));
}

// Where the error comes from: shares of the simulated energy that each cause leaves unexplained.
function errorCard(body) {
  const names = ["shape", "dynamics", "static", "rest"].filter((name) => isNumber(body.summary["error_" + name]));
  if (!names.length) return null;
  // Shares are bounds taken one after another: what a step does not gain can come out a little below nothing.
  const parts = names.map((name) => ({ value: Math.max(0, body.summary["error_" + name]), className: "part-" + name, label: t("split_" + name) }));
  return el("article", { class: "card" }, el("h3", {}, t("split_title")), el("p", { class: "muted" }, t("split_lead")), stackedBar(parts),
    el("p", { class: "muted small" }, names.map((name) => t("split_" + name + "_hint")).join(" ")));
}

// Quality against the number of parameters, as they were grown, and what one more would have given.
function qualityCard(body) {
  const curve = body.quality_by_parameters || {};
  const explained = (curve.explained || []).filter(isNumber);
  if (!explained.length) return null;
  const points = explained.map((share, k) => ({ x: k + 1, y: share, chosen: k + 1 === explained.length }));
  if (isNumber(curve.with_next)) points.push({ x: points.length + 1, y: curve.with_next, next: true });
  points.unshift({ x: 0, y: 0 });
  return el("article", { class: "card" }, el("h3", {}, t("quality_title")), el("p", { class: "muted" }, t("quality_lead")),
    chartBox("", 220, (width, height) => markChart([
      { className: "simulated", points: points.map((point) => ({ ...point, label: `${point.x}: ${fixed(point.y, 3)}${point.next ? " (" + t("quality_next") + ")" : ""}` })) },
    ], { width, height, x: [0, points.length - 0.6], y: [Math.min(0, ...points.map((point) => Math.floor(point.y * 5) / 5)), 1], xTicks: points.map((point) => point.x), xTitle: t("quality_x"), yTitle: t("quality_y") })));
}
