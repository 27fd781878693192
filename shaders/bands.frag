#version 450 core
// One colour, to be blended by maximum or minimum: so no soft edge.
noperspective in vec2 place;
flat in float pieceLength, radiusA, radiusB;
uniform vec4 uColour;
out vec4 colour;

void main() {
  float along = clamp(place.x, 0.0, pieceLength);
  float radius = mix(radiusA, radiusB, pieceLength > 0.0 ? along / pieceLength : 0.0);
  if (length(vec2(place.x - along, place.y)) > radius) discard;
  colour = vec4(uColour.rgb, 1.0);
}
