// Words in the reader's language, and the parts of them that depend on data.

const languages = { en: "English", zh: "简体中文", ja: "日本語" };
let language = "en";

function chooseLanguage() {
  const wanted = [stored("language"), document.documentElement.dataset.language, ...(navigator.languages || [navigator.language || ""])];
  language = wanted.map((name) => String(name || "").slice(0, 2).toLowerCase()).find((name) => languages[name]) || "en";
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
}

// t("late", {ms: 80}): the string with its {marks} filled; {count|one|many} takes the word that fits the count, without the count
// itself. A string that a language lacks is shown in English.
function t(key, values) {
  const text = (strings[language] || {})[key] ?? strings.en[key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, name, one, many) => {
    if (!values || !(name in values)) return whole;
    return one === undefined ? values[name] : Number(values[name]) === 1 ? one : many;
  });
}

const clipNames = new Set(["tracking", "roll", "idle", "nod", "shake", "turns", "drags", "fast_shake"]);
function clipName(id) {
  if (clipNames.has(id)) return t("clip_" + id);
  if (id.startsWith("step:")) return t("clip_step", { input: id.slice(5) });
  if (id.startsWith("motion:")) return id.slice(7).replace(/\.motion3\.json$/, "");
  return id;
}

function findingText(finding) {
  const kind = String(finding.kind);
  const swing = finding.input ? t(finding.vertical ? "swing_vertical" : "swing_sideways") : t("swing");
  const on = finding.input ? t("on_input", { input: finding.input }) : "";
  const value = Number(finding.value);
  switch (kind) {
    case "swings_short": return t("find_short", { swing, on, value: Math.round(100 * (1 - value)) });
    case "swings_far": return t("find_far", { swing, on, value: Math.round(100 * (value - 1)) });
    case "opposite": return t("find_opposite", { swing, on });
    case "direction": return t("find_direction", { value });
    case "late": return t("find_late", { value: Math.round(value) });
    case "settles_late": return t("find_settles_late", { value: value.toFixed(2) });
    case "settles_early": return t("find_settles_early", { value: value.toFixed(2) });
    case "restless": return t("find_restless", { value: value.toFixed(2) });
    case "clipped": return t("find_clipped", { value: percent(value) });
    default: return kind;
  }
}

function verdictText(verdict) {
  const findings = (verdict.findings || []).map(findingText);
  return t("verdict_" + verdict.level) + (findings.length ? t("verdict_colon") + findings.join(t("verdict_and")) : "") + t("full_stop");
}
