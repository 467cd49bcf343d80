// Charts as SVG, drawn to the width there is.

// A place for a chart: draws itself when its width, the language or the theme changes.
function chartBox(className, height, draw) {
  const box = el("div", { class: "chart " + (className || "") });
  let width = 0;
  const again = () => {
    if (width > 0) box.replaceChildren(draw(width, height, box));
  };
  new ResizeObserver((entries) => {
    const now = Math.floor(entries[0].contentRect.width);
    if (now !== width) {
      width = now;
      again();
    }
  }).observe(box);
  redraws.add(again);
  box.redraw = again;
  return box;
}

function ticks(low, high, count) {
  const step = roundUp((high - low) / count);
  const list = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9 * step; value += step) list.push(Math.abs(value) < step * 1e-9 ? 0 : value);
  return list;
}
const tickText = (value) => String(Number(value.toPrecision(6)));

const pathOf = (points) => points.map(([x, y], k) => (k ? "L" : "M") + x.toFixed(1) + " " + y.toFixed(1)).join("");

// Axes with a grid; gives back the functions from values to px.
function plotFrame(root, { width, height, x, y, left = 38, bottom = 22, top = 8, right = 8, xTitle, yTitle, xTicks, yTicks, unit = "" }) {
  const px = (value) => left + ((value - x[0]) / (x[1] - x[0] || 1)) * (width - left - right);
  const py = (value) => height - bottom - ((value - y[0]) / (y[1] - y[0] || 1)) * (height - top - bottom);
  for (const value of yTicks || ticks(y[0], y[1], 4)) {
    root.append(svg("line", { class: value === 0 ? "zero" : "grid", x1: left, x2: width - right, y1: py(value), y2: py(value) }));
    root.append(svg("text", { class: "tick", x: left - 5, y: py(value) + 3.5, "text-anchor": "end" }, tickText(value) + (value === 0 ? "" : unit)));
  }
  for (const value of xTicks || ticks(x[0], x[1], Math.max(2, width / 90)))
    root.append(svg("text", { class: "tick", x: px(value), y: height - bottom + 14, "text-anchor": "middle" }, tickText(value)));
  if (yTitle) root.append(svg("text", { class: "tick", x: left + 4, y: top + 9 }, yTitle));
  if (xTitle) root.append(svg("text", { class: "tick", x: width - right, y: height - bottom - 5, "text-anchor": "end" }, xTitle));
  return { px, py };
}

// Tip travel of one clip: the simulation solid, the export dashed. `head` = true adds the moving line of the player.
function tipChart(tips, fps, { width, height, title, small }) {
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": t("tip_travel") });
  const seconds = (tips.simulated.length - 1) / fps;
  let most = 1;
  for (const table of [tips.simulated, tips.baked]) for (const value of table) most = Math.max(most, Math.abs(value));
  const end = roundUp(most);
  const { px, py } = plotFrame(root, {
    width, height, x: [0, seconds], y: [-end, end], yTicks: small ? [-end, 0, end] : null, xTitle: small ? "" : t("seconds"), yTitle: small ? "" : "px", top: title ? 22 : 8, unit: small ? " px" : "", left: small ? 48 : 38,
  });
  const line = (table) => pathOf(Array.from(table, (value, k) => [px(k / fps), py(value)]));
  root.append(svg("path", { class: "line simulated", d: line(tips.simulated) }), svg("path", { class: "line baked", d: line(tips.baked) }));
  if (title) root.append(svg("text", { class: "chart-title", x: 2, y: 12 }, title));
  root.head = svg("line", { class: "head", x1: 0, x2: 0, y1: 8, y2: height - 22, visibility: "hidden" });
  root.append(root.head);
  root.moveHead = (time) => {
    root.head.setAttribute("visibility", "visible");
    root.head.setAttribute("transform", `translate(${px(clamp(time, 0, seconds)).toFixed(1)} 0)`);
  };
  root.timeAt = (x) => clamp(((x - px(0)) / (px(seconds) - px(0))) * seconds, 0, seconds);
  return root;
}

const tipLegend = () =>
  el("p", { class: "legend" }, el("span", { class: "key simulated" }), t("simulation"), el("span", { class: "key baked" }), t("export"));

// One line with marks, for quality against the number of parameters. points: [{x, y, chosen, label}]
function markChart(lines, { width, height, x, y, xTitle, yTitle, xTicks, yTicks }) {
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": yTitle });
  const { px, py } = plotFrame(root, { width, height, x, y, xTitle, yTitle, xTicks, yTicks });
  for (const { points, className } of lines) {
    root.append(svg("path", { class: "line " + className, d: pathOf(points.map((point) => [px(point.x), py(point.y)])) }));
    for (const point of points)
      root.append(svg("circle", { class: "mark " + className + (point.chosen ? " chosen" : point.next ? " next" : ""), cx: px(point.x), cy: py(point.y), r: point.chosen ? 6 : 3.5 }, svg("title", {}, point.label)));
  }
  return root;
}

// Parts of a whole as one bar. parts: [{value, className, label}]
function stackedBar(parts) {
  const whole = parts.reduce((sum, part) => sum + Math.max(0, part.value), 0) || 1;
  return el("div", { class: "stack" },
    el("div", { class: "stack-bar" }, parts.filter((part) => part.value > 0).map((part) =>
      el("span", { class: part.className, style: `flex-grow:${(part.value / whole).toFixed(4)}`, title: part.label + " " + fixed(part.value, 3) }))),
    el("ul", { class: "stack-key" }, parts.map((part) =>
      el("li", {}, el("i", { class: part.className }), el("span", {}, part.label), el("b", {}, fixed(part.value, 2))))));
}
