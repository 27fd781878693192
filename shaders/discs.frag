#version 450 core
noperspective in vec2 place;
uniform float uRadius, uOutline, uHole;
uniform vec4 uColour, uOutlineColour;
out vec4 colour;

void main() {
  float distance = length(place);
  float disc = clamp(uRadius - distance + 0.5, 0.0, 1.0);
  if (uHole > 0.0) disc *= clamp(distance - uHole * uRadius + 0.5, 0.0, 1.0);
  disc *= uColour.a;
  float outline = uOutline > 0.0 ? clamp(uRadius + uOutline - distance + 0.5, 0.0, 1.0) * uOutlineColour.a * (1.0 - disc) : 0.0;
  if (disc + outline < 1.0 / 255.0) discard;
  colour = vec4(uColour.rgb * disc + uOutlineColour.rgb * outline, disc + outline);
}
