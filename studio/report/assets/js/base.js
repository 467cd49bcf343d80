// Small things that every part uses: the documents, elements, numbers.

const documentOf = (id) => JSON.parse(document.getElementById(id).textContent || "null");
const strings = documentOf("data-strings");
const report = documentOf("data-report") || {};
const replay = documentOf("data-replay");
const bodies = Array.isArray(report.bodies) ? report.bodies : [];

// el("p", {class: "x", onclick: f}, "text", child …). Text is always text, never markup.
function el(name, attributes, ...children) {
  return filled(document.createElement(name), attributes, children);
}
function svg(name, attributes, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  return element;
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const fixed = (value, digits) => (isNumber(value) ? value.toFixed(digits).replace(/^-(0\.?0*)$/, "$1") : "–");
const times = (value) => (isNumber(value) ? "×" + value.toFixed(2) : "–");
const percent = (value) => (isNumber(value) ? (100 * value).toFixed(value > 0 && value < 0.1 ? 1 : 0) + " %" : "–");
const kilobytes = (bytes) => (!isNumber(bytes) ? "–" : bytes < 1024 * 1000 ? (bytes / 1024).toFixed(bytes < 10240 ? 1 : 0) + " KB" : (bytes / 1048576).toFixed(1) + " MB");

// A round number at or above a value: the end of a scale.
function roundUp(value) {
  if (!(value > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 1.5, 2, 3, 4, 5, 6, 8, 10]) if (step * unit >= value * 0.999) return step * unit;
  return 10 * unit;
}

// What a colour is called in the style sheet, as it is now.
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

// Runs everything that has to be drawn anew when language, theme or size change.
const redraws = new Set();
function redrawAll() {
  for (const draw of [...redraws]) draw();
}

function stored(key, value) {
  try {
    if (value === undefined) return localStorage.getItem("yure-report-" + key);
    localStorage.setItem("yure-report-" + key, value);
  } catch { /* a page from a disk may have no storage */ }
  return null;
}

function saveFile(name, type, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
