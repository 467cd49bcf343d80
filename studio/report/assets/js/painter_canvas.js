// The same pictures without WebGL: every triangle is an affine piece of its texture. Slower, so it draws fewer pixels.

class CanvasPainter {
  static create(canvas) {
    const context = canvas.getContext("2d");
    return context ? new CanvasPainter(canvas, context) : null;
  }

  constructor(canvas, context) {
    this.canvas = canvas;
    this.context = context;
    this.name = "Canvas";
    this.layer = document.createElement("canvas");
    this.mask = document.createElement("canvas");
  }

  load(puppet, images) {
    this.puppet = puppet;
    this.images = images;
  }

  draw(area, view, pose, positions, options) {
    const context = this.context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(area.x, area.y, area.width, area.height);
    context.save();
    context.beginPath();
    context.rect(area.x, area.y, area.width, area.height);
    context.clip();
    this.frame = { x: area.x + area.width / 2 - view.x * view.scale, y: area.y + area.height / 2 - view.y * view.scale, scale: view.scale };
    for (const k of pose.order) {
      if (!(pose.opacity[k] > 0)) continue;
      this.drawMesh(context, k, positions, pose.opacity[k]);
      if (options.heat && options.bodies.has(k)) this.drawHeat(context, k, positions, pose.error, options.heat);
    }
    if (options.ghost) this.drawGhost(context, pose, options.ghost);
    context.restore();
  }

  sheet(canvas) {
    if (canvas.width !== this.canvas.width || canvas.height !== this.canvas.height) {
      canvas.width = this.canvas.width;
      canvas.height = this.canvas.height;
    }
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "source-over";
    context.clearRect(0, 0, canvas.width, canvas.height);
    return context;
  }

  drawMesh(context, k, positions, opacity) {
    const mesh = this.puppet.meshes[k];
    context.globalAlpha = opacity;
    context.globalCompositeOperation = mesh.blend === "additive" ? "lighter" : mesh.blend === "multiplicative" ? "multiply" : "source-over";
    if (mesh.masks) {
      const layer = this.sheet(this.layer), mask = this.sheet(this.mask);
      this.drawTriangles(layer, mesh, positions);
      for (const other of mesh.masks) this.drawTriangles(mask, this.puppet.meshes[other], positions);
      layer.setTransform(1, 0, 0, 1, 0, 0);
      layer.globalCompositeOperation = mesh.inverted_mask ? "destination-out" : "destination-in";
      layer.drawImage(this.mask, 0, 0);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.drawImage(this.layer, 0, 0);
    } else {
      this.drawTriangles(context, mesh, positions);
    }
    context.globalAlpha = 1;
    context.globalCompositeOperation = "source-over";
  }

  corners(mesh, positions, place) {
    const { x, y, scale } = this.frame, corners = [];
    for (let c = 0; c < 3; ++c) {
      const i = mesh.triangles[place + c], v = mesh.first + i;
      corners.push([positions[2 * v] * scale + x, positions[2 * v + 1] * scale + y, i]);
    }
    return corners;
  }

  drawTriangles(context, mesh, positions) {
    const image = this.images[mesh.texture];
    if (!image) return;
    const width = image.naturalWidth, height = image.naturalHeight;
    for (let place = 0; place < mesh.triangles.length; place += 3) {
      const [a, b, c] = this.corners(mesh, positions, place);
      const u = [a, b, c].map(([, , i]) => mesh.uv[i] * width), v = [a, b, c].map(([, , i]) => mesh.uv[mesh.vertices + i] * height);
      const area = (u[1] - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (v[1] - v[0]);
      if (Math.abs(area) < 1e-6) continue;
      const along = (axis) => [
        ((b[axis] - a[axis]) * (v[2] - v[0]) - (c[axis] - a[axis]) * (v[1] - v[0])) / area,
        ((c[axis] - a[axis]) * (u[1] - u[0]) - (b[axis] - a[axis]) * (u[2] - u[0])) / area,
      ];
      const [xu, xv] = along(0), [yu, yv] = along(1);
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      // Grown by half a pixel, so that neighbours leave no seam.
      const mx = (a[0] + b[0] + c[0]) / 3, my = (a[1] + b[1] + c[1]) / 3;
      context.beginPath();
      for (const [x, y] of [a, b, c]) {
        const away = Math.hypot(x - mx, y - my) || 1;
        context.lineTo(x + (0.6 * (x - mx)) / away, y + (0.6 * (y - my)) / away);
      }
      context.clip();
      context.setTransform(xu, yu, xv, yv, a[0] - xu * u[0] - xv * v[0], a[1] - yu * u[0] - yv * v[0]);
      context.drawImage(image, 0, 0);
      context.restore();
    }
  }

  drawHeat(context, k, positions, error, full) {
    const mesh = this.puppet.meshes[k];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 0.7;
    for (let place = 0; place < mesh.triangles.length; place += 3) {
      const corners = this.corners(mesh, positions, place);
      const mean = corners.reduce((sum, [, , i]) => sum + error[mesh.first + i], 0) / 3;
      context.fillStyle = `rgb(${heatColor(mean / full).map(Math.round).join()})`;
      context.beginPath();
      for (const [x, y] of corners) context.lineTo(x, y);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  drawGhost(context, pose, ghost) {
    const layer = this.sheet(this.layer);
    for (const k of pose.order) if (ghost.meshes.has(k) && pose.opacity[k] > 0) this.drawTriangles(layer, this.puppet.meshes[k], ghost.positions);
    layer.setTransform(1, 0, 0, 1, 0, 0);
    layer.globalCompositeOperation = "source-in";
    layer.fillStyle = `rgb(${ghost.color.join()})`;
    layer.fillRect(0, 0, this.layer.width, this.layer.height);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 0.55;
    context.drawImage(this.layer, 0, 0);
    context.globalAlpha = 1;
  }
}

function heatColor(share) {
  const at = clamp(share, 0, 1) * (heatRamp.length - 1), low = Math.min(Math.floor(at), heatRamp.length - 2), way = at - low;
  return heatRamp[low].map((part, k) => part + (heatRamp[low + 1][k] - part) * way);
}
