// Side-by-side playback: the simulation and what the export plays, on the textured model.

class Player {
  constructor(puppet, images) {
    this.puppet = puppet;
    this.images = images;
    this.pose = puppet.emptyPose();
    this.place = -1;
    this.clip = null;
    this.frame = 0;
    this.speed = 1;
    this.mode = "side";      // side, ghost, error
    this.whole = false;
    this.body = 0;
    this.playing = false;
    this.visible = true;
    this.last = 0;
    this.build();
  }

  build() {
    this.canvas = el("canvas", { class: "stage", tabindex: "0" });
    this.painter = GlPainter.create(this.canvas);
    if (!this.painter) {
      this.canvas = el("canvas", { class: "stage", tabindex: "0" });
      this.painter = CanvasPainter.create(this.canvas);
    }
    this.painter.load(this.puppet, this.images);
    this.canvas.dataset.painter = this.painter.name;
    this.labels = el("div", { class: "stage-labels" });
    this.heatLegend = el("div", { class: "heat-legend" });
    this.stage = el("div", { class: "stage-box" }, this.canvas, this.labels, this.heatLegend);
    this.playButton = el("button", { class: "play", type: "button", id: "play", onclick: () => this.toggle() });
    this.scrub = el("input", { type: "range", class: "scrub", id: "scrub", min: 0, max: 1, step: "any", value: 0, oninput: () => this.seek(Number(this.scrub.value)) });
    this.time = el("output", { class: "time" });
    this.speeds = segments("speeds", [["0.25", "¼×"], ["0.5", "½×"], ["1", "1×"], ["2", "2×"]], "1", (value) => (this.speed = Number(value)));
    this.modes = segments("modes", [["side", "mode_side"], ["ghost", "mode_ghost"], ["error", "mode_error"]], "side", (value) => {
      this.mode = value;
      this.describe();
      this.paint();
    }, true);
    this.views = segments("views", [["body", "view_body"], ["whole", "view_whole"]], "body", (value) => {
      this.whole = value === "whole";
      this.paint();
    }, true);
    this.inputs = el("div", { class: "inputs" });
    this.canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === " ") this.toggle();
      else if (step) this.seek(Math.round(this.frame) + step);
      else return;
      event.preventDefault();
    });
    this.canvas.addEventListener("click", () => this.toggle());
    this.element = el("div", { class: "player" }, this.stage,
      el("div", { class: "transport" }, this.playButton, this.scrub, this.time),
      el("div", { class: "transport-more" }, this.modes, this.views, this.speeds));
    new ResizeObserver(() => this.resize()).observe(this.stage);
    new IntersectionObserver((entries) => (this.visible = entries[entries.length - 1].isIntersecting)).observe(this.stage);
    redraws.add(() => {
      this.describe();
      this.paint();
    });
    this.describe();
    requestAnimationFrame((now) => this.tick(now));
  }

  async show(place, body) {
    const wanted = (this.wanted = {});
    const clip = await this.puppet.clip(place);
    if (wanted !== this.wanted) return;
    const fresh = clip !== this.clip;
    this.place = place;
    this.clip = clip;
    this.body = body;
    if (fresh) this.frame = 0;
    this.scrub.max = clip.frames - 1;
    this.box = null;
    this.describe();
    this.paint();
  }

  bodyMeshes() {
    return new Set(this.clip ? this.clip.bodies.flatMap((track) => this.puppet.bodies[track.body].meshes) : []);
  }

  // The error that is shown in the hottest colour: what 95 % of the frames stay below, rounded up.
  heatFull() {
    const metrics = this.clip ? clipMetrics(this.body, this.clip.id) : null;
    return roundUp(Math.max(2, metrics && isNumber(metrics.p95_px) ? metrics.p95_px : 10));
  }

  describe() {
    this.canvas.setAttribute("aria-label", t("playback_title"));
    const names = { side: ["simulation", "export"], ghost: ["ghost_label"], error: ["error_label"] }[this.mode];
    this.labels.replaceChildren(...names.map((name) => el("span", { class: name }, t(name))));
    this.heatLegend.hidden = this.mode !== "error";
    this.heatLegend.replaceChildren(el("span", {}, "0"), el("i", { style: `background:linear-gradient(90deg,${heatRamp.map((part) => `rgb(${part.join()})`).join()})` }), el("span", {}, `${this.heatFull()} px`));
    this.playButton.textContent = this.playing ? "❚❚" : "▶";
    this.playButton.setAttribute("aria-label", t(this.playing ? "pause" : "play"));
    for (const choice of [this.modes, this.views, this.speeds]) choice.rename();
  }

  toggle(playing = !this.playing) {
    this.playing = playing;
    this.last = 0;
    this.describe();
  }

  seek(frame) {
    if (!this.clip) return;
    this.frame = clamp(frame, 0, this.clip.frames - 1);
    this.paint();
  }

  tick(now) {
    const passed = this.last ? Math.min(0.1, (now - this.last) / 1000) : 0;
    this.last = now;
    if (this.playing && this.visible && this.clip) {
      this.frame += passed * this.puppet.fps * this.speed;
      if (this.frame > this.clip.frames - 1) this.frame = 0;
      this.paint();
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  resize() {
    const dots = this.painter instanceof CanvasPainter ? 0.75 : Math.min(2, window.devicePixelRatio || 1);
    const width = Math.max(1, Math.round(this.stage.clientWidth * dots)), height = Math.max(1, Math.round(this.stage.clientHeight * dots));
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.paint();
  }

  // What to look at: the chosen body wherever the clip takes it, or the whole model at rest.
  bounds() {
    if (this.whole) {
      const box = emptyBox(), n = this.puppet.vertices;
      for (const [k, mesh] of this.puppet.meshes.entries()) {
        if (!(mesh.opacity > 0)) continue;
        for (let v = mesh.first; v < mesh.first + mesh.vertices; ++v) {
          box.left = Math.min(box.left, this.puppet.rest[v]);
          box.right = Math.max(box.right, this.puppet.rest[v]);
          box.top = Math.min(box.top, this.puppet.rest[n + v]);
          box.bottom = Math.max(box.bottom, this.puppet.rest[n + v]);
        }
      }
      return box;
    }
    if (!this.box) {
      this.box = emptyBox();
      const vertices = this.puppet.bodies[this.body].vertices, pose = this.puppet.emptyPose();
      for (let frame = 0; frame < this.clip.frames; frame += 15) {
        this.puppet.pose(this.clip, frame, pose);
        boxAround(pose.simulated, vertices, this.box);
        boxAround(pose.baked, vertices, this.box);
      }
    }
    return this.box;
  }

  paint() {
    if (!this.clip || this.canvas.width < 2) return;
    const { puppet, pose } = this;
    puppet.pose(this.clip, this.frame, pose);
    const panes = this.mode === "side" ? 2 : 1, width = this.canvas.width, height = this.canvas.height;
    const box = this.bounds(), margin = 1.16;
    const paneWidth = Math.floor(width / panes);
    const scale = Math.min(paneWidth / ((box.right - box.left) * margin || 1), height / ((box.bottom - box.top) * margin || 1));
    const view = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale };
    const bodiesShown = this.bodyMeshes();
    if (this.mode === "side") {
      this.painter.draw({ x: 0, y: 0, width: paneWidth, height }, view, pose, pose.simulated, {});
      this.painter.draw({ x: width - paneWidth, y: 0, width: paneWidth, height }, view, pose, pose.baked, {});
    } else if (this.mode === "ghost") {
      this.painter.draw({ x: 0, y: 0, width, height }, view, pose, pose.baked, { ghost: { positions: pose.simulated, meshes: bodiesShown, color: rgbOf(color("simulated")) } });
    } else {
      this.painter.draw({ x: 0, y: 0, width, height }, view, pose, pose.baked, { heat: this.heatFull(), bodies: bodiesShown });
    }
    const seconds = this.frame / puppet.fps;
    this.scrub.value = this.frame;
    this.time.textContent = `${seconds.toFixed(1)} / ${((this.clip.frames - 1) / puppet.fps).toFixed(1)} s`;
    if (this.onframe) this.onframe(seconds);
    this.showInputs();
  }

  // The inputs that the clip drives, as little gauges.
  showInputs() {
    const { ids, values } = this.clip.inputs, frames = this.clip.frames, place = Math.round(this.frame);
    if (this.inputs.clip !== this.clip) {
      this.inputs.clip = this.clip;
      this.gauges = ids.map((id, k) => {
        let most = 1e-6;
        for (let f = 0; f < frames; ++f) most = Math.max(most, Math.abs(values[k * frames + f]));
        const needle = el("i", {});
        return { most, needle, element: el("li", {}, el("span", {}, id), el("b", { class: "gauge" }, needle)) };
      }).filter((gauge, k) => gauge.most > 1e-5 || k === 0);
      this.inputs.replaceChildren(el("ul", {}, this.gauges.map((gauge) => gauge.element)));
      this.gaugeRows = ids.map((id, k) => k).filter((k) => values.subarray(k * frames, (k + 1) * frames).some((value) => Math.abs(value) > 1e-5) || k === 0);
    }
    this.gauges.forEach((gauge, k) => (gauge.needle.style.left = `${(50 + (50 * values[this.gaugeRows[k] * frames + place]) / gauge.most).toFixed(1)}%`));
  }
}

const rgbOf = (text) => {
  const number = parseInt(text.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
};

// A row of buttons of which one is chosen. choices: [[value, text or key of a string]]
function segments(id, choices, chosen, choose, translated) {
  const buttons = choices.map(([value]) => el("button", { type: "button", "data-value": value, "aria-pressed": String(value === chosen), onclick: () => pick(value) }));
  const row = el("div", { class: "segments", role: "group", id }, buttons);
  const pick = (value) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === value));
    choose(value);
  };
  row.mark = (value) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === value));
  };
  row.rename = () => buttons.forEach((button, k) => (button.textContent = translated ? t(choices[k][1]) : choices[k][1]));
  row.rename();
  return row;
}

function clipMetrics(body, id) {
  const list = bodies[body] && Array.isArray(bodies[body].clips) ? bodies[body].clips : [];
  return list.find((clip) => clip.clip === id) || null;
}
