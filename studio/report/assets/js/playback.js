// The playback part: which body, which clip, the player, the clip's figures and its tip travel.

let player = null;
const choice = { body: 0, clip: "" };
const onChoice = new Set();

function choose(body, clip) {
  choice.body = body;
  const list = clipsOf(body);
  const known = list.some((entry) => entry.clip === clip);
  choice.clip = known ? clip : worstClip(body);
  for (const tell of onChoice) tell();
}

const clipsOf = (body) => (bodies[body] && Array.isArray(bodies[body].clips) ? bodies[body].clips : []);

function worstClip(body) {
  const wanted = bodies[body] && bodies[body].worst_clip, list = clipsOf(body);
  return list.some((clip) => clip.clip === wanted) ? wanted : list.length ? list[0].clip : "";
}

// The body whose worst clip follows least.
function worstBody() {
  let worst = 0, least = Infinity;
  bodies.forEach((body, k) => {
    const clip = clipMetrics(k, body.worst_clip);
    if (clip && body.summary && body.summary.clips > 0 && clip.r2 < least) {
      least = clip.r2;
      worst = k;
    }
  });
  return worst;
}

// The replay's clip in which this body was measured under that name; -1 when it was left out.
function replayPlace(puppet, body, clip) {
  return puppet.clips.findIndex((entry) => entry.id === clip && entry.document.bodies.some((track) => track.body === body));
}

const clipGrade = (clip) => (clip.simulated_px <= 2 ? "none" : clip.r2 >= 0.7 ? "good" : clip.r2 >= 0.4 ? "fair" : "bad");

function drawPlayback(puppet, problem) {
  const section = document.getElementById("playback");
  const heading = el("h2", {}), lead = el("p", { class: "lead" });
  const bodyChoice = segments("body-choice", bodies.map((body, k) => [String(k), body.name || body.id]), String(choice.body), (value) => choose(Number(value), choice.clip));
  const clipList = el("div", { class: "clip-list", id: "clip-list", role: "listbox" });
  const figures = el("dl", { class: "clip-figures" });
  const missing = el("p", { class: "notice" });
  let shown = null;
  const tips = chartBox("tips", 190, (width, height) => {
    if (!shown) return el("p", { class: "muted" }, t("no_tip_travel"));
    const chart = tipChart(shown.tips, puppet.fps, { width, height });
    tips.chart = chart;
    chart.addEventListener("pointerdown", (event) => player.seek(chart.timeAt(event.offsetX) * puppet.fps));
    if (player) chart.moveHead(player.frame / puppet.fps);
    return chart;
  });
  const legend = el("div", {});
  const side = el("aside", { class: "play-side" }, bodies.length > 1 ? bodyChoice : null, clipList);
  const stage = el("div", { class: "play-main" }, missing, player ? player.element : null, figures, legend, tips, player ? player.inputs : null);
  section.replaceChildren(heading, lead, el("div", { class: "card play-card" }, side, stage));
  if (player) player.onframe = (seconds) => tips.chart && tips.chart.moveHead && tips.chart.moveHead(seconds);

  const words = () => {
    heading.textContent = t("playback_title");
    lead.textContent = t("playback_lead");
    legend.replaceChildren(tipLegend());
    clipList.setAttribute("aria-label", t("clips_title"));
    clipList.replaceChildren(...clipsOf(choice.body).map((clip) => el("button", {
      type: "button", role: "option", "data-clip": clip.clip, "aria-selected": String(clip.clip === choice.clip), onclick: () => choose(choice.body, clip.clip),
    }, el("i", { class: "dot " + clipGrade(clip) }), el("span", {}, clipName(clip.clip)), el("small", {}, clip.simulated_px > 2 ? fixed(clip.r2, 2) : "·"))));
    const clip = clipMetrics(choice.body, choice.clip);
    const figure = (label, value) => el("div", {}, el("dt", {}, label), el("dd", {}, value));
    figures.replaceChildren(...(clip ? [
      figure("R²", fixed(clip.r2, 2)), figure(t("check_amplitude"), times(clip.amplitude)), figure(t("check_lag"), fixed(clip.lag_ms, 0) + " ms"),
      figure(t("check_settle"), times(clip.settle)), figure(t("check_jitter"), times(clip.jitter)), figure(t("column_tip"), fixed(clip.simulated_px, 0) + " px"),
      figure(t("figure_error"), fixed(clip.p95_px, 1) + " px"),
    ] : []));
  };
  const change = async () => {
    bodyChoice.mark(String(choice.body));
    words();
    const selected = clipList.querySelector("[aria-selected=true]");
    if (selected) clipList.scrollTo({ top: selected.offsetTop - clipList.clientHeight / 2, left: selected.offsetLeft - clipList.clientWidth / 2 });
    const place = puppet ? replayPlace(puppet, choice.body, choice.clip) : -1;
    missing.hidden = place >= 0;
    missing.textContent = puppet ? t("clip_left_out") : t(problem || "no_replay");
    if (player) player.element.hidden = place < 0;
    if (place < 0) {
      shown = null;
      tips.redraw();
      return;
    }
    const clip = await puppet.clip(place);
    shown = clip.bodies.find((track) => track.body === choice.body) || null;
    if (player) await player.show(place, choice.body);
    tips.redraw();
  };
  onChoice.add(change);
  redraws.add(words);
  return change();
}
