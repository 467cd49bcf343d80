// How the result is made: the pendulums and their settings, and the shapes at the keys drawn on the mesh.

function drawMaking(puppet) {
  const section = document.getElementById("making");
  const draw = () => {
    const body = bodies[choice.body] || {};
    section.replaceChildren(el("h2", {}, t("making_title")), el("p", { class: "lead" }, t("making_lead")), bodyPicker(),
      el("div", { class: "making" }, keyShapes(puppet, choice.body), pendulums(body)));
  };
  onChoice.add(whenBodyChanges(draw));
  redraws.add(draw);
  draw();
}

function keyShapes(puppet, place) {
  const body = puppet ? puppet.bodies[place] : null;
  if (!body || !body.keyShapes.length) return null;
  const parameters = (bodies[place] || {}).parameters || [];
  return el("article", { class: "card" }, el("h3", {}, t("shapes_title")), el("p", { class: "muted" }, t("shapes_lead")),
    el("div", { class: "shapes" }, body.keyShapes.map((shape) => {
      const info = parameters.find((parameter) => parameter.id === shape.parameter) || {};
      const low = shape.keys[0], high = shape.keys[shape.keys.length - 1];
      const drawn = el("canvas", { class: "shape" });
      const box = el("div", { class: "shape-box" }, drawn);
      const value = el("output", {}, "");
      const slider = el("input", { type: "range", min: low, max: high, step: "any", value: high, "aria-label": shape.parameter, oninput: () => paint() });
      const paint = () => {
        value.textContent = fixed(Number(slider.value), 1);
        paintShape(drawn, puppet, body, shape, Number(slider.value));
      };
      new ResizeObserver(() => {
        const dots = Math.min(2, window.devicePixelRatio || 1);
        drawn.width = Math.round(box.clientWidth * dots);
        drawn.height = Math.round(box.clientHeight * dots);
        paint();
      }).observe(box);
      return el("figure", {}, box,
        el("figcaption", {}, el("b", {}, info.name && info.name !== shape.parameter ? info.name : shape.parameter), el("code", {}, shape.parameter),
          el("label", {}, slider, value),
          el("small", {}, t("shape_keys", { keys: shape.keys.map((key) => tickText(Number(key.toFixed(2)))).join("  "), swing: fixed(info.swing_px, 0) }))));
    })));
}

// Offsets of a parameter's shape at a value: linear between its keys.
function shapeAt(shape, value) {
  const { keys, values } = shape, columns = shape.offsets.columns, out = new Float32Array(columns);
  let k = 0;
  while (k < keys.length - 2 && value > keys[k + 1]) ++k;
  const way = clamp((value - keys[k]) / (keys[k + 1] - keys[k] || 1), 0, 1);
  for (let c = 0; c < columns; ++c) out[c] = values[k * columns + c] * (1 - way) + values[(k + 1) * columns + c] * way;
  return out;
}

function paintShape(canvas, puppet, body, shape, value) {
  const context = canvas.getContext("2d"), n = puppet.vertices, count = body.vertices.length;
  const box = emptyBox();
  const rows = shape.keys.map((key, k) => shape.values.subarray(k * 2 * count, (k + 1) * 2 * count));
  for (let i = 0; i < count; ++i)
    for (const row of [rows[0], rows[rows.length - 1], null]) {
      const x = puppet.rest[body.vertices[i]] + (row ? row[i] : 0), y = puppet.rest[n + body.vertices[i]] + (row ? row[count + i] : 0);
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  const width = canvas.width, height = canvas.height;
  const scale = Math.min(width / ((box.right - box.left) * 1.1 || 1), height / ((box.bottom - box.top) * 1.1 || 1));
  const sx = (x) => width / 2 + (x - (box.left + box.right) / 2) * scale, sy = (y) => height / 2 + (y - (box.top + box.bottom) / 2) * scale;
  const place = new Map(Array.from(body.vertices, (vertex, i) => [vertex, i]));
  const wires = (offset, style, thickness) => {
    context.beginPath();
    for (const k of body.meshes) {
      const mesh = puppet.meshes[k];
      for (let triangle = 0; triangle < mesh.triangles.length; triangle += 3) {
        for (let corner = 0; corner < 3; ++corner) {
          const vertex = mesh.first + mesh.triangles[triangle + corner], i = place.get(vertex);
          const x = sx(puppet.rest[vertex] + (offset ? offset[i] : 0)), y = sy(puppet.rest[n + vertex] + (offset ? offset[count + i] : 0));
          if (corner === 0) context.moveTo(x, y);
          else context.lineTo(x, y);
        }
        context.closePath();
      }
    }
    context.strokeStyle = style;
    context.lineWidth = thickness;
    context.stroke();
  };
  context.clearRect(0, 0, width, height);
  const thin = Math.max(0.6, width / 700);
  wires(null, color("wire"), thin);
  wires(shapeAt(shape, value), color(value < 0 ? "simulated" : "baked"), thin * 1.3);
}

function pendulums(body) {
  const groups = Array.isArray(body.pendulum_groups) ? body.pendulum_groups : [];
  if (!groups.length) return null;
  return el("article", { class: "card" }, el("h3", {}, t("pendulums_title", { count: groups.length })), el("p", { class: "muted" }, t("pendulums_lead")),
    el("div", { class: "pendulums" }, groups.map((group) => el("details", { open: groups.length <= 4 },
      el("summary", {}, el("code", {}, group.id), el("span", {}, group.segments.map((segment) => `${fixed(segment.frequency_hz, 2)} Hz`).join(" · ")), el("span", { class: "muted" }, group.outputs.map((output) => output.parameter).filter((name, k, all) => all.indexOf(name) === k).join(", "))),
      el("div", { class: "pendulum" },
        el("div", { class: "scroll" }, el("table", { class: "plain" },
          el("thead", {}, el("tr", {}, ["#", "frequency", "damping", "length", "mobility", "delay", "acceleration"].map((name) => el("th", {}, name === "#" ? "#" : t("segment_" + name))))),
          el("tbody", {}, group.segments.map((segment, k) => el("tr", {}, el("td", {}, k + 1), el("td", {}, fixed(segment.frequency_hz, 2) + " Hz"), ["damping", "length", "mobility", "delay", "acceleration"].map((name) => el("td", {}, fixed(segment[name], 3)))))))),
        el("ul", { class: "weights" }, group.inputs.map((input) => el("li", {}, el("span", {}, input.parameter), el("em", {}, input.type === "Angle" ? t("input_tilt") : t("input_shift")), el("b", {}, el("i", { style: `width:${clamp(Math.abs(input.weight), 0, 100).toFixed(1)}%` })), el("span", {}, fixed(input.weight, 1) + " %"))))))))); 
}
