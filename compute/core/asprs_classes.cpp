#include "compute/core/asprs_classes.h"

#include <algorithm>

#include "compute/core/flag.h"

namespace arete {

std::span<const AsprsClass> asprsClasses() {
  static constexpr AsprsClass kClasses[] = {
      {0, "never-classified", {150, 150, 150}},
      {1, "unclassified", {186, 186, 186}},
      {2, "ground", {166, 116, 66}},
      {3, "low-vegetation", {156, 204, 101}},
      {4, "medium-vegetation", {85, 170, 60}},
      {5, "high-vegetation", {24, 118, 40}},
      {6, "building", {229, 83, 62}},
      {7, "low-noise", {214, 39, 160}},
      {8, "model-key-point", {255, 143, 0}},
      {9, "water", {44, 123, 229}},
      {10, "rail", {121, 85, 160}},
      {11, "road-surface", {108, 117, 125}},
      {12, "overlap", {240, 228, 110}},
      {13, "wire-guard", {255, 205, 40}},
      {14, "wire-conductor", {255, 170, 0}},
      {15, "transmission-tower", {70, 190, 200}},
      {16, "wire-connector", {0, 150, 136}},
      {17, "bridge-deck", {176, 137, 104}},
      {18, "high-noise", {255, 64, 129}},
      {19, "overhead-structure", {149, 117, 205}},
      {20, "ignored-ground", {199, 170, 130}},
      {21, "snow", {225, 240, 250}},
      {22, "temporal-exclusion", {90, 90, 90}},
  };
  return kClasses;
}

const AsprsClass* findAsprsClass(double number) {
  const auto all = asprsClasses();
  const auto found = std::ranges::find(all, number, &AsprsClass::number);
  return found == all.end() ? nullptr : &*found;
}

static char plain(char c) { return c == '_' || c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

std::optional<int> asprsClassNumber(std::string_view text) {
  for (const AsprsClass& each : asprsClasses())
    if (std::ranges::equal(text, each.name, {}, plain)) return each.number;
  const auto number = numberFrom<int>(text);
  if (!number || *number < 0 || *number >= kMostClasses) return {};
  return *number;
}

std::string asprsClassText(int number) {
  const AsprsClass* const known = findAsprsClass(number);
  return known ? std::string(known->name) + " (" + std::to_string(number) + ')' : "class " + std::to_string(number);
}

bool isClassColumn(std::string_view name) {
  return std::ranges::equal(name, std::string_view("classification"), {}, plain) || std::ranges::equal(name, std::string_view("class"), {}, plain);
}

}  // namespace arete
