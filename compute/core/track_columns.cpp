#include "compute/core/track_columns.h"

#include <algorithm>

namespace arete {

static bool sameWord(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

template <size_t N>
static bool isOneOf(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::any_of(names, [&](std::string_view each) { return sameWord(each, name); });
}

bool isTrackName(std::string_view name) { return isOneOf(kTrackNames, name); }
bool isTimeName(std::string_view name) { return isOneOf(kTimeNames, name); }
bool isOfTracks(std::string_view name) {
  return isTrackName(name) || isTimeName(name) || isOneOf(std::array{kFixName, kSegmentName, kSourceFile}, name);
}

std::optional<TrackColumns> trackColumns(const PointCloud& cloud) {
  const auto find = [&](std::string_view name) -> const Attribute* {
    const auto all = cloud.attributes();
    const auto found = std::ranges::find_if(all, [&](const Attribute& each) { return sameWord(each.name, name); });
    return found == all.end() ? nullptr : &*found;
  };
  const auto first = [&](const auto& names) -> const Attribute* {
    for (const std::string_view name : names)
      if (const Attribute* found = find(name)) return found;
    return nullptr;
  };
  TrackColumns columns{.track = first(kTrackNames)};
  if (columns.track == nullptr) return {};
  if (sameWord(columns.track->name, kTrackName)) columns.segment = find(kSegmentName);  // as GPX has it
  columns.file = find(kSourceFile);
  columns.time = first(kTimeNames);
  columns.fix = find(kFixName);
  return columns;
}

}  // namespace arete
