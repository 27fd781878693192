#version 450 core
in vec2 place;
uniform vec4 uColour;
uniform float uLine;  // pixels
uniform int uFlat;
out vec4 colour;

void main() {
  float r = length(place), pixel = max(fwidth(r), 1e-6);
  float inside = clamp((1.0 - r) / pixel + 0.5, 0.0, 1.0);
  if (inside <= 0.0) discard;
  float rim = clamp((r - 1.0) / pixel + uLine + 0.5, 0.0, 1.0);
  float alpha, light = 1.0;
  if (uFlat != 0) {
    alpha = mix(0.05, 0.6, rim);
  } else {
    vec3 normal = vec3(place, sqrt(max(1.0 - r * r, 0.0)));
    float grazing = 1.0 - normal.z;
    alpha = mix(0.06, 0.45, grazing * grazing * grazing);
    light = 0.75 + 0.25 * clamp(dot(normal, normalize(vec3(-0.4, 0.7, 0.6))), 0.0, 1.0);
  }
  alpha *= inside * uColour.a;
  colour = vec4(uColour.rgb * light * alpha, alpha);
}
