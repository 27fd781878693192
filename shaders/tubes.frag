#version 450 core
in vec3 normal;
in vec4 tint;
uniform vec3 uGround;  // what faint colours fade to
out vec4 colour;

const vec3 kLight = vec3(-0.40, 0.70, 0.59);

void main() {
  vec3 n = normalize(normal);
  float edge = clamp(n.z / max(fwidth(n.z), 1e-4), 0.0, 1.0);  // smooth where the tube turns away
  if (edge < 1.0 / 255.0) discard;
  float light = 0.38 + 0.62 * max(dot(n, kLight), 0.0);
  float rim = mix(0.5, 1.0, smoothstep(0.0, 0.45, n.z));  // sets off a tube from the one behind it
  colour = vec4(mix(uGround, tint.rgb * light * rim, tint.a) * edge, edge);
}
