// A cloud and its curve in a page: WebGL 2 without any library. The page has its data in the element #data (compute/io/curve_page.cpp writes it).
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const canvas = document.getElementById("canvas"), told = document.getElementById("told");
  const gl = canvas.getContext("webgl2", {antialias: true, preserveDrawingBuffer: true});
  if (!gl) {
    told.textContent = "This browser shows no WebGL 2.";
    return;
  }
  const array = (kind, text) => new kind(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  const flat = data.dimension < 3;

  // Everything is drawn in units of half of the largest extent, around the middle.
  const low = data.low, high = data.high, middle = low.map((x, k) => (x + high[k]) / 2);
  const half = Math.max(...low.map((x, k) => high[k] - x)) / 2 || 1;
  const cloud = array(Uint16Array, data.points);
  const frames = data.frames.map((each) => ({
    ...each, nodes: array(Float32Array, each.nodes), edges: array(Uint32Array, each.edges),
    support: each.support ? array(Float32Array, each.support) : null,
  }));

  const pointShader = `#version 300 es
    in vec3 place; uniform mat4 view; uniform vec3 from, by; uniform float size; uniform vec4 colour; out vec4 shown;
    void main() { gl_Position = view * vec4(from + place * by, 1.0); gl_PointSize = size; shown = colour; }`;
  const lineShader = `#version 300 es
    in vec3 a, b; in vec2 corner; in float sure; uniform mat4 view; uniform vec2 pixels; uniform float width, least; out vec4 shown;
    void main() {
      vec4 p = view * vec4(a, 1.0), q = view * vec4(b, 1.0);
      vec2 along = (q.xy / q.w - p.xy / p.w) * pixels;
      along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
      vec4 end = corner.x < 0.5 ? p : q;
      vec2 aside = vec2(-along.y, along.x) * corner.y + along * (corner.x - 0.5) * 1.0;
      gl_Position = vec4(end.xy + aside * width / pixels * end.w, end.z - 1e-4 * end.w, end.w);
      if (sure < least) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      shown = vec4(mix(vec3(0.95, 0.65, 0.2), vec3(0.78, 0.1, 0.12), clamp(sure, 0.0, 1.0)), 1.0);
    }`;
  const fragmentShader = `#version 300 es
    precision mediump float; in vec4 shown; out vec4 colour; uniform bool round;
    void main() { if (round && distance(gl_PointCoord, vec2(0.5)) > 0.5) discard; colour = shown; }`;

  function program(vertex) {
    const made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragmentShader]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    return made;
  }
  const points = program(pointShader), lines = program(lineShader);
  const uniform = (of, name) => gl.getUniformLocation(of, name);

  function attribute(of, name, values, count, kind, each) {
    const place = gl.getAttribLocation(of, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, count, kind, false, 0, 0);
    if (each) gl.vertexAttribDivisor(place, 1);
  }
  function list(of, attributes) {
    const made = gl.createVertexArray();
    gl.bindVertexArray(made);
    for (const each of attributes) attribute(of, ...each);
    return made;
  }

  const cloudList = list(points, [["place", cloud, 3, gl.UNSIGNED_SHORT, false]]);
  for (const frame of frames) {
    const count = frame.edges.length / 2, a = new Float32Array(3 * count), b = new Float32Array(3 * count), degree = new Map();
    for (let i = 0; i < 2 * count; ++i) {
      const node = frame.edges[i];
      (i % 2 ? b : a).set(frame.nodes.subarray(3 * node, 3 * node + 3), 3 * (i >> 1));
      degree.set(node, (degree.get(node) || 0) + 1);
    }
    const ends = [];
    frame.degree = degree;
    for (let i = 0; i < frame.nodes.length / 3; ++i)
      if (degree.get(i) !== 2) ends.push(...frame.nodes.subarray(3 * i, 3 * i + 3));
    frame.ends = ends.length / 3;
    frame.endList = list(points, [["place", new Float32Array(ends), 3, gl.FLOAT, false]]);
    frame.list = list(lines, [
      ["a", a, 3, gl.FLOAT, true], ["b", b, 3, gl.FLOAT, true], ["sure", frame.support || new Float32Array(count).fill(1), 1, gl.FLOAT, true],
      ["corner", new Float32Array([0, -1, 0, 1, 1, -1, 1, 1]), 2, gl.FLOAT, false],
    ]);
  }

  const state = {yaw: flat ? 0 : 0.6, pitch: flat ? 0 : 0.5, zoom: 1, pan: [0, 0], frame: frames.length - 1, least: 0, picked: null};
  const start = {...state, pan: [0, 0]};
  const shows = (name) => document.getElementById(name).checked;

  function multiply(a, b) {
    const c = new Float32Array(16);
    for (let i = 0; i < 4; ++i)
      for (let j = 0; j < 4; ++j)
        for (let k = 0; k < 4; ++k) c[4 * i + j] += a[4 * k + j] * b[4 * i + k];
    return c;
  }
  function viewMatrix() {  // columns one after the other
    const [sy, cy, sp, cp] = [Math.sin(state.yaw), Math.cos(state.yaw), Math.sin(state.pitch), Math.cos(state.pitch)];
    const wide = canvas.width / canvas.height, fit = Math.min(1, wide), s = state.zoom * fit;
    const turn = flat ? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
                      : [cy, -sy * sp, sy * cp, 0, sy, cy * sp, -cy * cp, 0, 0, cp, sp, 0, 0, 0, 0, 1];
    if (flat) return multiply([s * 0.92 / wide, 0, 0, 0, 0, s * 0.92, 0, 0, 0, 0, -0.01, 0, state.pan[0], state.pan[1], 0, 1], turn);
    const away = 4, near = 0.02, far = 40, f = 3 * s;
    const eye = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -away, 1];
    const look = [f / wide, 0, 0, 0, 0, f, 0, 0, -state.pan[0], -state.pan[1], (near + far) / (near - far), -1,
      0, 0, 2 * near * far / (near - far), 0];
    return multiply(look, multiply(eye, turn));
  }

  function drawPoints(vertices, count, size, colour, from, by, view) {
    gl.useProgram(points);
    gl.bindVertexArray(vertices);
    gl.uniformMatrix4fv(uniform(points, "view"), false, view);
    gl.uniform3fv(uniform(points, "from"), from);
    gl.uniform3fv(uniform(points, "by"), by);
    gl.uniform1f(uniform(points, "size"), size * (window.devicePixelRatio || 1));
    gl.uniform4fv(uniform(points, "colour"), colour);
    gl.uniform1i(uniform(points, "round"), 1);
    gl.drawArrays(gl.POINTS, 0, count);
  }
  function draw() {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, canvas.clientWidth * ratio), canvas.height = Math.max(1, canvas.clientHeight * ratio);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(1, 1, 1, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    const view = viewMatrix(), frame = frames[state.frame];
    const from = low.map((x, k) => (x - middle[k]) / half), by = low.map((x, k) => (high[k] - x) / half / 65535);
    if (shows("cloud")) drawPoints(cloudList, cloud.length / 3, Number(document.getElementById("size").value), [0.6, 0.65, 0.71, 1], from, by, view);
    gl.clear(gl.DEPTH_BUFFER_BIT);  // the curve lies over the cloud, which would hide it
    if (frame && shows("curve")) {
      gl.useProgram(lines);
      gl.bindVertexArray(frame.list);
      gl.uniformMatrix4fv(uniform(lines, "view"), false, view);
      gl.uniform2f(uniform(lines, "pixels"), canvas.width / 2, canvas.height / 2);
      gl.uniform1f(uniform(lines, "width"), 1.4 * ratio);
      gl.uniform1f(uniform(lines, "least"), state.least);
      gl.uniform1i(uniform(lines, "round"), 0);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, frame.edges.length / 2);
    }
    gl.clear(gl.DEPTH_BUFFER_BIT);
    if (frame && shows("nodes")) drawPoints(frame.endList, frame.ends, 6, [0.1, 0.25, 0.55, 1], [0, 0, 0], [1, 1, 1], view);
  }
  let waiting = false;
  function again() {
    if (!waiting) requestAnimationFrame(() => (waiting = false, draw()));
    waiting = true;
  }

  // The nearest point within some pixels: of the curve, else of the cloud.
  function nearest(x, y, count, placeOf) {
    const view = viewMatrix(), w = canvas.clientWidth / 2, h = canvas.clientHeight / 2;
    let best = null, least = 12 * 12;
    for (let i = 0; i < count; ++i) {
      const p = placeOf(i), at = (r) => view[r] * p[0] + view[4 + r] * p[1] + view[8 + r] * p[2] + view[12 + r];
      const across = at(3);
      if (across <= 0) continue;
      const dx = (at(0) / across + 1) * w - x, dy = (1 - at(1) / across) * h - y, squared = dx * dx + dy * dy;
      if (squared < least) least = squared, best = i;
    }
    return best;
  }
  function pick(x, y) {
    const frame = frames[state.frame], node = (i) => frame.nodes.subarray(3 * i, 3 * i + 3);
    const point = (i) => low.map((from, k) => (from + cloud[3 * i + k] / 65535 * (high[k] - from) - middle[k]) / half);
    const text = (place) => Array.from(place).slice(0, data.dimension).map((value, k) => (value * half + middle[k]).toPrecision(8) * 1).join(", ");
    let found = frame && shows("curve") ? nearest(x, y, frame.nodes.length / 3, node) : null;
    if (found !== null) {
      state.picked = {of: "curve", number: found, degree: frame.degree.get(found) || 0};
      told.textContent = `point ${found} of the curve, ${state.picked.degree} edges: ${text(node(found))}`;
      return;
    }
    found = shows("cloud") ? nearest(x, y, cloud.length / 3, point) : null;
    state.picked = found === null ? null : {of: "cloud", number: found * data.every};
    told.textContent = found === null ? data.about : `point ${found * data.every} of the cloud: ${text(point(found))}`;
  }

  const pointers = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const dx = event.offsetX - before[0], dy = event.offsetY - before[1];
    moved += Math.abs(dx) + Math.abs(dy);
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
      state.zoom *= far([event.offsetX, event.offsetY]) / Math.max(1, far(before));
    } else if (flat || event.shiftKey || event.buttons & 2) {
      state.pan = [state.pan[0] + 2 * dx / canvas.clientWidth, state.pan[1] - 2 * dy / canvas.clientHeight];
    } else {
      state.yaw += dx / 150;
      state.pitch = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, state.pitch + dy / 150));
    }
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    again();
  });
  for (const name of ["pointerup", "pointercancel"])
    canvas.addEventListener(name, (event) => {
      if (pointers.delete(event.pointerId) && name === "pointerup" && moved < 4) pick(event.offsetX, event.offsetY);
    });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const by = Math.exp(-event.deltaY / 500), x = 2 * event.offsetX / canvas.clientWidth - 1, y = 1 - 2 * event.offsetY / canvas.clientHeight;
    state.zoom *= by;
    state.pan = [x + (state.pan[0] - x) * by, y + (state.pan[1] - y) * by];
    again();
  }, {passive: false});
  document.getElementById("reset").addEventListener("click", () => {
    Object.assign(state, start, {pan: [0, 0], frame: state.frame, least: state.least});
    again();
  });
  for (const name of ["cloud", "curve", "nodes", "size"]) document.getElementById(name).addEventListener("input", again);
  const sure = document.getElementById("sure"), step = document.getElementById("step");
  sure.addEventListener("input", () => {
    state.least = sure.value / 100;
    document.getElementById("least").textContent = `${sure.value} %`;
    again();
  });
  step.max = frames.length - 1, step.value = state.frame;
  step.addEventListener("input", () => {
    state.frame = Number(step.value);
    document.getElementById("which").textContent = frames[state.frame].name;
    again();
  });
  document.getElementById("steps").hidden = frames.length < 2;
  document.getElementById("surety").hidden = !frames.some((each) => each.support);
  if (frames.length) document.getElementById("which").textContent = frames[state.frame].name;
  told.textContent = data.about;
  new ResizeObserver(again).observe(canvas);
  window.areteView = {state, draw, data};
  draw();
})();
