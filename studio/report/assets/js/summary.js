// The top of the page: a verdict a body, the four visual checks, the figures.

const bands = report.bands || {};

// Inside the target, inside the warning band, or outside: "good", "fair", "bad".
function grade(metric, value) {
  const band = bands[metric];
  if (!band || !isNumber(value)) return "none";
  const inside = ([low, high]) => (!isNumber(low) || value >= low) && (!isNumber(high) || value <= high);
  return inside(band.target) ? "good" : inside(band.warn) ? "fair" : "bad";
}

const checks = [
  { metric: "amplitude", label: "check_amplitude", hint: "hint_amplitude", show: times, range: [0.4, 1.8], log: true },
  { metric: "lag_ms", label: "check_lag", hint: "hint_lag", show: (value) => (isNumber(value) ? value.toFixed(0) + " ms" : "–"), range: [0, 140] },
  { metric: "settle", label: "check_settle", hint: "hint_settle", show: times, range: [0.35, 2.4], log: true },
  { metric: "jitter", label: "check_jitter", hint: "hint_jitter", show: times, range: [0, 2] },
];

// The value on its scale, with the warning band and the target band under it.
function bandGauge({ metric, range, log }, value) {
  const at = (x) => {
    const map = log ? Math.log : (y) => y;
    return 100 * clamp((map(x) - map(range[0])) / (map(range[1]) - map(range[0])), 0, 1);
  };
  const strip = (name, [low, high]) => {
    const from = isNumber(low) ? at(low) : 0, to = isNumber(high) ? at(high) : 100;
    return el("i", { class: name, style: `left:${from.toFixed(1)}%;width:${(to - from).toFixed(1)}%` });
  };
  const band = bands[metric] || { warn: [null, null], target: [null, null] };
  return el("div", { class: "band", "aria-hidden": "true" }, strip("warn", band.warn), strip("target", band.target),
    isNumber(value) ? el("b", { class: grade(metric, value), style: `left:${at(value).toFixed(1)}%` }) : null);
}

function bandText(metric) {
  const band = bands[metric];
  if (!band) return "";
  const [low, high] = band.warn, [from, to] = band.target;
  const span = (a, b) => (isNumber(a) && isNumber(b) ? `${a}–${b}` : isNumber(a) ? `≥\u00a0${a}` : `≤\u00a0${b}`);
  return t("band_text", { target: span(from, to), warn: span(low, high) });
}

function bodyCard(body) {
  const summary = body.summary || {}, verdict = body.verdict || { level: "still", findings: [] };
  const measured = summary.clips > 0;
  const figure = (label, value, title, metric, raw) => el("div", { class: "figure", title }, el("dt", {}, label), el("dd", { class: metric ? grade(metric, raw) : null }, value));
  const cost = body.cost || {};
  return el("article", { class: "card body-card level-" + verdict.level },
    el("header", {}, el("h3", {}, body.name || body.id), el("span", { class: "badge " + verdict.level }, t("badge_" + verdict.level))),
    el("p", { class: "verdict" }, verdictText(verdict)),
    measured ? el("div", { class: "checks" }, checks.map((check) => {
      const value = check.metric === "settle" && !(summary.settle > 0) ? null : summary[check.metric];
      return el("div", { class: "check", title: t(check.hint) },
        el("div", { class: "check-head" }, el("span", {}, t(check.label)), el("b", { class: grade(check.metric, value) }, check.show(value))),
        bandGauge(check, value), el("small", {}, bandText(check.metric)));
    })) : null,
    measured ? el("dl", { class: "figures" },
      figure("R²", fixed(summary.r2_10px, 2), t("hint_r2"), "r2_10px", summary.r2_10px),
      figure(t("figure_error"), fixed(summary.p95_px, 1) + " px", t("hint_error")),
      figure(t("figure_static"), fixed(summary.static_px, 1) + " px", t("hint_static")),
      figure(t("figure_clipped"), percent(summary.clipped), t("hint_clipped"), "clipped", summary.clipped),
      figure(t("figure_jerk"), times(summary.jitter), t("hint_jitter"), "jitter", summary.jitter),
      figure(t("figure_direction"), `${summary.direction_right} / ${summary.direction_total}`, t("hint_direction"))) : null,
    el("p", { class: "cost" },
      t("cost", { parameters: cost.parameters ?? (body.parameters || []).length, helpers: cost.helpers ? t("cost_helpers", { helpers: cost.helpers }) : "", keyforms: cost.keyforms ?? "–", bytes: kilobytes(cost.keyform_bytes), pendulums: cost.groups ?? body.pendulums ?? "–", seconds: fixed(summary.bake_seconds, 1) })));
}

function drawVerdicts() {
  const gate = report.gate;
  document.getElementById("verdicts").replaceChildren(
    el("h2", {}, t("verdict_title")),
    el("p", { class: "lead" }, t("verdict_lead")),
    gate ? el("p", { class: "gate " + (gate.met ? "good" : "bad") }, t(gate.met ? "gate_met" : "gate_failed"),
      gate.met ? "" : " " + gate.failures.map((failure) => `${failure.body}: ${failure.metric} ${tickText(failure.value)}`).join(" · ")) : "",
    el("div", { class: "cards" }, bodies.map(bodyCard)));
}
