// Puts the page together: language, theme, the replay when it can be played.

const themes = ["auto", "light", "dark"];
let theme = themes.includes(stored("theme")) ? stored("theme") : "auto";

function applyTheme() {
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  button.textContent = { auto: "◐ ", light: "☀ ", dark: "☾ " }[theme] + t("theme_" + theme);
  button.setAttribute("aria-label", t("theme"));
}

function drawBar() {
  document.getElementById("title").textContent = t("title", { model: report.model || "" });
  document.title = t("title", { model: report.model || "" });
  document.getElementById("subtitle").textContent = t("subtitle", { bodies: bodies.length, clips: tableRows().length });
  document.getElementById("nav").replaceChildren(...["verdicts", "playback", "plots", "making", "clips", "details"].map((id) => el("a", { href: "#" + id }, t("nav_" + id))));
}

async function texturesOf(list) {
  return Promise.all((list || []).map((page) => page && new Promise((done) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => done(null);
    image.src = "data:image/png;base64," + page.png;
  })));
}

async function start() {
  chooseLanguage();
  const choices = segments("languages", Object.entries({ en: "EN", zh: "中文", ja: "日本語" }), language, (value) => {
    language = value;
    stored("language", value);
    document.documentElement.lang = value === "zh" ? "zh-Hans" : value;
    applyTheme();
    redrawAll();
  });
  document.getElementById("languages").replaceWith(choices);
  document.getElementById("theme").addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    stored("theme", theme);
    applyTheme();
    redrawAll();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
  applyTheme();
  redraws.add(drawBar);
  redraws.add(drawVerdicts);
  drawBar();
  drawVerdicts();
  choice.body = worstBody();
  choice.clip = worstClip(choice.body);

  let puppet = null, problem = "no_replay";
  if (replay) {
    if (!canUnpack) problem = "no_unpack";
    else
      try {
        puppet = await Puppet.open(replay);
        player = new Player(puppet, await texturesOf(documentOf("data-textures")));
      } catch (fault) {
        console.warn("The replay cannot be played:", fault);
        problem = "bad_replay";
        puppet = player = null;
      }
  }
  await drawPlayback(puppet, problem);
  drawPlots(puppet);
  drawMaking(puppet);
  drawTable();
  drawDetails();
  if (player && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.toggle(true);
  document.documentElement.dataset.ready = "yes";
}

start();
