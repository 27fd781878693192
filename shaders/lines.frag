#version 450 core
// As lines_halo.frag, without the halo.
noperspective in vec2 place;
flat in float segmentLength;
flat in vec4 colourA, colourB;
uniform float uRadius, uOpacity;
out vec4 colour;

void main() {
  float along = clamp(place.x, 0.0, segmentLength);
  float distance = length(vec2(place.x - along, place.y));
  // Lines thinner than a pixel keep that width and grow faint instead.
  float core = clamp(max(uRadius, 0.5) - distance + 0.5, 0.0, 1.0) * min(uRadius / 0.5, 1.0);
  vec4 line = mix(colourA, colourB, segmentLength > 0.0 ? along / segmentLength : 1.0);
  float alpha = core * line.a;
  if (alpha < 1.0 / 255.0) discard;
  colour = vec4(line.rgb * alpha, alpha) * uOpacity;
}
