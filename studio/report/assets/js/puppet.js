// The model of a replay: what never changes, and where every vertex is at any moment of a clip.

class Puppet {
  static async open(document) {
    const puppet = new Puppet();
    puppet.canvas = document.canvas;
    puppet.fps = document.fps || 30;
    puppet.document = document;
    const steps = await unpacked(document.data);
    let first = 0, index = 0;
    puppet.meshes = document.meshes.map((mesh) => {
      const uv = steps.numbers(mesh.uv), triangles = steps.indices(mesh.triangles);
      const entry = { ...mesh, first, index, uv, triangles };
      first += mesh.vertices;
      index += triangles.length;
      return entry;
    });
    puppet.vertices = first;
    puppet.indices = index;
    puppet.rest = steps.numbers(document.rest);
    puppet.model = { count: document.model.rows, values: steps.numbers(document.model) };
    puppet.bodies = document.bodies.map((body) => {
      const vertices = [];
      for (const place of body.meshes)
        for (let i = 0; i < puppet.meshes[place].vertices; ++i) vertices.push(puppet.meshes[place].first + i);
      return {
        id: body.id,
        meshes: body.meshes,
        vertices: Int32Array.from(vertices),
        simulated: { count: body.simulated.rows, values: steps.numbers(body.simulated) },
        baked: { count: body.baked.rows, values: steps.numbers(body.baked) },
        keyShapes: (body.key_shapes || []).map((shape) => ({ ...shape, values: steps.numbers(shape.offsets) })),
      };
    });
    puppet.clips = document.clips.map((clip) => ({ id: clip.id, frames: clip.frames, document: clip, ready: null }));
    return puppet;
  }

  // A clip unpacked; the same object every time.
  async clip(place) {
    const clip = this.clips[place];
    if (!clip.ready) clip.ready = this.unpackClip(clip);
    return clip.ready;
  }

  async unpackClip(clip) {
    const source = clip.document, steps = await unpacked(source.data);
    clip.model = steps.numbers(source.model);
    clip.inputs = { ids: source.inputs.ids, values: steps.numbers(source.inputs.values) };
    clip.bodies = source.bodies.map((body) => {
      const tips = steps.numbers(body.tips);
      return {
        body: body.body,
        simulated: steps.numbers(body.simulated),
        baked: steps.numbers(body.baked),
        angle: steps.numbers(body.angle),
        tips: { simulated: tips.subarray(0, clip.frames), baked: tips.subarray(clip.frames) },
      };
    });
    clip.opacity = new Map((source.opacity || []).map((entry) => [entry.mesh, steps.numbers(entry.values)]));
    clip.order = source.order || [];
    return clip;
  }

  // Where everything is at `frame` (may lie between two): x y of every vertex in both versions, and how far apart.
  pose(clip, frame, out) {
    const low = clamp(Math.floor(frame), 0, clip.frames - 1), high = Math.min(low + 1, clip.frames - 1), way = clamp(frame - low, 0, 1);
    const n = this.vertices, share = (table, k) => table[k * clip.frames + low] * (1 - way) + table[k * clip.frames + high] * way;
    out.planar.set(this.rest);
    addShapes(out.planar, this.model, (k) => share(clip.model, k));
    for (let i = 0; i < n; ++i) {
      out.simulated[2 * i] = out.baked[2 * i] = out.planar[i];
      out.simulated[2 * i + 1] = out.baked[2 * i + 1] = out.planar[n + i];
    }
    out.error.fill(0);
    for (const track of clip.bodies) {
      const body = this.bodies[track.body], count = body.vertices.length;
      const s = new Float32Array(2 * count), b = new Float32Array(2 * count);
      addShapes(s, body.simulated, (k) => share(track.simulated, k));
      addShapes(b, body.baked, (k) => share(track.baked, k));
      const angle = share(track.angle, 0), c = Math.cos(angle), d = Math.sin(angle);
      for (let i = 0; i < count; ++i) {
        const v = body.vertices[i], sx = s[i], sy = s[count + i], bx = b[i], by = b[count + i];
        out.simulated[2 * v] += sx * c - sy * d;
        out.simulated[2 * v + 1] += sx * d + sy * c;
        out.baked[2 * v] += bx * c - by * d;
        out.baked[2 * v + 1] += bx * d + by * c;
        out.error[v] = Math.hypot(sx - bx, sy - by);
      }
    }
    out.opacity = this.meshes.map((mesh, place) => {
      const values = clip.opacity.get(place);
      return values ? values[way < 0.5 ? low : high] : mesh.opacity;
    });
    out.order = this.document.order;
    for (const change of clip.order) if (change.frame <= frame) out.order = change.order;
    return out;
  }

  emptyPose() {
    const n = this.vertices;
    return { planar: new Float32Array(2 * n), simulated: new Float32Array(2 * n), baked: new Float32Array(2 * n), error: new Float32Array(n), opacity: [], order: [] };
  }
}

function addShapes(planar, shapes, share) {
  const columns = planar.length;
  for (let k = 0; k < shapes.count; ++k) {
    const much = share(k);
    if (Math.abs(much) < 0.004) continue;
    for (let c = 0, from = k * columns; c < columns; ++c, ++from) planar[c] += much * shapes.values[from];
  }
}

// A rectangle around vertices of interleaved positions.
function boxAround(positions, vertices, box) {
  for (const v of vertices) {
    const x = positions[2 * v], y = positions[2 * v + 1];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
const emptyBox = () => ({ left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity });
