// Draws the model with WebGL 2: textures, masks (in the stencil), blending, the error as colour.

const kVertexShader = `#version 300 es
in vec2 a_position; in vec2 a_uv; in float a_error;
uniform vec2 u_scale, u_shift;
out vec2 v_uv; out float v_error;
void main() { v_uv = a_uv; v_error = a_error; gl_Position = vec4(a_position * u_scale + u_shift, 0.0, 1.0); }`;

const kFragmentShader = `#version 300 es
precision mediump float;
in vec2 v_uv; in float v_error;
uniform sampler2D u_texture;
uniform float u_opacity, u_heat_full, u_cut;
uniform vec3 u_multiply, u_screen;
uniform vec4 u_tint;    // a > 0: the shape in one colour
uniform int u_heat;
uniform vec3 u_ramp[4];
out vec4 color;
vec3 ramp(float x) {
  float at = clamp(x, 0.0, 1.0) * 3.0;
  if (at < 1.0) return mix(u_ramp[0], u_ramp[1], at);
  if (at < 2.0) return mix(u_ramp[1], u_ramp[2], at - 1.0);
  return mix(u_ramp[2], u_ramp[3], at - 2.0);
}
void main() {
  vec4 texel = texture(u_texture, v_uv);
  if (texel.a < u_cut) discard;
  vec3 shown = texel.rgb * u_multiply;
  shown = shown + u_screen * texel.a - shown * u_screen;
  if (u_heat == 1) {
    float light = dot(shown, vec3(0.3, 0.59, 0.11));
    shown = mix(vec3(light), ramp(v_error / u_heat_full) * texel.a, 0.8) * (0.75 + 0.25 * light / max(texel.a, 0.01));
  } else if (u_heat == 2) {
    shown = mix(shown, vec3(dot(shown, vec3(0.3, 0.59, 0.11))), 0.75);
  }
  color = u_tint.a > 0.0 ? vec4(u_tint.rgb * texel.a, texel.a) * u_tint.a : vec4(shown, texel.a) * u_opacity;
}`;

class GlPainter {
  // Null when the browser has no WebGL 2.
  static create(canvas) {
    const gl = canvas.getContext("webgl2", { alpha: true, premultipliedAlpha: true, stencil: true, antialias: true, preserveDrawingBuffer: true });
    if (!gl) return null;
    const painter = new GlPainter(gl);
    return painter.program ? painter : null;
  }

  constructor(gl) {
    this.gl = gl;
    this.name = "WebGL";
    const program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, kVertexShader], [gl.FRAGMENT_SHADER, kFragmentShader]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    this.program = gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
    this.places = {};
    this.lost = false;
    gl.canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); this.lost = true; });
  }

  at(name) {
    if (!(name in this.places)) this.places[name] = this.gl.getUniformLocation(this.program, name);
    return this.places[name];
  }

  load(puppet, images) {
    const gl = this.gl;
    this.puppet = puppet;
    const uv = new Float32Array(2 * puppet.vertices), indices = new Uint32Array(puppet.indices);
    for (const mesh of puppet.meshes) {
      for (let i = 0; i < mesh.vertices; ++i) {
        uv[2 * (mesh.first + i)] = mesh.uv[i];
        uv[2 * (mesh.first + i) + 1] = mesh.uv[mesh.vertices + i];
      }
      for (let i = 0; i < mesh.triangles.length; ++i) indices[mesh.index + i] = mesh.first + mesh.triangles[i];
    }
    const buffer = (target, data, usage) => {
      const name = gl.createBuffer();
      gl.bindBuffer(target, name);
      gl.bufferData(target, data, usage);
      return name;
    };
    this.positions = buffer(gl.ARRAY_BUFFER, 8 * puppet.vertices, gl.DYNAMIC_DRAW);
    this.errors = buffer(gl.ARRAY_BUFFER, 4 * puppet.vertices, gl.DYNAMIC_DRAW);
    this.uv = buffer(gl.ARRAY_BUFFER, uv, gl.STATIC_DRAW);
    this.elements = buffer(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    this.textures = images.map((image) => {
      const texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
      if (image) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
      else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([128, 128, 140, 255]));
      gl.generateMipmap(gl.TEXTURE_2D);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
      return texture;
    });
  }

  // A picture of `positions` in a rectangle of the canvas (px from its top left). Options: heat (px of the hottest
  // colour, 0 = none), ghost (positions drawn over it in one colour), clear.
  draw(area, view, pose, positions, options) {
    const gl = this.gl;
    if (this.lost) return;
    const bottom = gl.drawingBufferHeight - area.y - area.height;
    gl.viewport(area.x, bottom, area.width, area.height);
    gl.scissor(area.x, bottom, area.width, area.height);
    gl.enable(gl.SCISSOR_TEST);
    gl.enable(gl.BLEND);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.useProgram(this.program);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.elements);
    const attribute = (name, buffer, size) => {
      const place = gl.getAttribLocation(this.program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 0, 0);
    };
    attribute("a_uv", this.uv, 2);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.errors);
    gl.bufferData(gl.ARRAY_BUFFER, pose.error, gl.DYNAMIC_DRAW);
    attribute("a_error", this.errors, 1);
    const sx = (2 * view.scale) / area.width, sy = (-2 * view.scale) / area.height;
    gl.uniform2f(this.at("u_scale"), sx, sy);
    gl.uniform2f(this.at("u_shift"), -view.x * sx, -view.y * sy);
    gl.uniform3fv(this.at("u_ramp"), heatRamp.flat().map((part) => part / 255));
    gl.uniform1f(this.at("u_heat_full"), options.heat || 1);
    this.drawMeshes(pose, positions, options.heat ? (mesh) => (options.bodies.has(mesh) ? 1 : 2) : () => 0, null);
    if (options.ghost) this.drawMeshes(pose, options.ghost.positions, () => 0, options.ghost);
    gl.disable(gl.SCISSOR_TEST);
  }

  drawMeshes(pose, positions, heat, ghost) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.positions);
    gl.bufferData(gl.ARRAY_BUFFER, positions, gl.DYNAMIC_DRAW);
    const place = gl.getAttribLocation(this.program, "a_position");
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0);
    let masked = "";
    for (const k of pose.order) {
      const mesh = this.puppet.meshes[k], opacity = pose.opacity[k];
      if (!(opacity > 0) || (ghost && !ghost.meshes.has(k))) continue;
      const key = mesh.masks ? mesh.masks.join() : "";
      if (key && key !== masked) this.drawMask(mesh.masks);
      if (key) {
        masked = key;
        gl.enable(gl.STENCIL_TEST);
        gl.stencilFunc(mesh.inverted_mask ? gl.NOTEQUAL : gl.EQUAL, 1, 1);
        gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
      } else {
        gl.disable(gl.STENCIL_TEST);
      }
      if (mesh.blend === "additive" && !ghost) gl.blendFuncSeparate(gl.ONE, gl.ONE, gl.ZERO, gl.ONE);
      else if (mesh.blend === "multiplicative" && !ghost) gl.blendFuncSeparate(gl.DST_COLOR, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE);
      else gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.uniform1f(this.at("u_cut"), 0);
      gl.uniform1f(this.at("u_opacity"), opacity);
      gl.uniform3fv(this.at("u_multiply"), mesh.multiply || [1, 1, 1]);
      gl.uniform3fv(this.at("u_screen"), mesh.screen || [0, 0, 0]);
      gl.uniform1i(this.at("u_heat"), heat(k));
      gl.uniform4fv(this.at("u_tint"), ghost ? [...ghost.color.map((part) => part / 255), 0.55 * opacity] : [0, 0, 0, 0]);
      this.drawMesh(mesh);
    }
    gl.disable(gl.STENCIL_TEST);
  }

  drawMask(masks) {
    const gl = this.gl;
    gl.clearStencil(0);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.ALWAYS, 1, 1);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    gl.colorMask(false, false, false, false);
    gl.uniform1f(this.at("u_cut"), 0.5);
    for (const k of masks) this.drawMesh(this.puppet.meshes[k]);
    gl.colorMask(true, true, true, true);
  }

  drawMesh(mesh) {
    const gl = this.gl;
    gl.bindTexture(gl.TEXTURE_2D, this.textures[mesh.texture] || this.textures[0] || null);
    gl.drawElements(gl.TRIANGLES, mesh.triangles.length, gl.UNSIGNED_INT, 4 * mesh.index);
  }
}

// From where they agree to where they are farthest apart; also the legend.
const heatRamp = [[52, 120, 214], [78, 190, 146], [245, 196, 66], [224, 58, 62]];
