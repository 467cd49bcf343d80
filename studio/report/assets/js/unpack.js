// The tables of a replay: zlib, low bytes then high bytes, differences along each row (docs/reports.md).

const canUnpack = typeof DecompressionStream === "function";

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const planes = new Uint8Array(await new Response(stream).arrayBuffer());
  return new Steps(planes);
}

class Steps {
  constructor(planes) {
    this.planes = planes;
    this.count = planes.length >> 1;
  }
  read(table, into, write) {
    const { at, rows, columns } = table;
    if (!(at >= 0 && rows >= 0 && columns >= 0 && at + rows * columns <= this.count)) throw new Error("a table of the replay is out of its data");
    for (let row = 0, k = at; row < rows; ++row)
      for (let column = 0, value = 0; column < columns; ++column, ++k) {
        value = (value + (this.planes[k] | (this.planes[this.count + k] << 8))) & 0xffff;
        write(into, row * columns + column, value);
      }
    return into;
  }
  numbers(table) {
    const scale = table.scale;
    return this.read(table, new Float32Array(table.rows * table.columns), (out, place, value) => (out[place] = ((value << 16) >> 16) * scale));
  }
  indices(table) {
    return this.read(table, new Uint16Array(table.rows * table.columns), (out, place, value) => (out[place] = value));
  }
}
