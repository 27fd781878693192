#include "compute/io/write/las_layout.h"

#include <algorithm>
#include <cmath>

namespace arete::write {

namespace {

/// A field of the specification, in old formats and in new ones.
struct Standard {
  std::string_view name;
  LasType type;
  size_t offset;
  int shift;
  double least, most, unit;
};

constexpr double kAngleUnit = 0.006;
constexpr Standard kOld[] = {{"intensity", LasType::uint16, 12, 0, 0, 65535, 1},
                             {"return_number", LasType::uint8, 14, 0, 0, 7, 1},
                             {"number_of_returns", LasType::uint8, 14, 3, 0, 7, 1},
                             {"classification", LasType::uint8, 15, 0, 0, 31, 1},
                             {"scan_angle", LasType::int8, 16, 0, -128, 127, 1},
                             {"user_data", LasType::uint8, 17, 0, 0, 255, 1},
                             {"point_source_id", LasType::uint16, 18, 0, 0, 65535, 1},
                             {"scan_direction_flag", LasType::uint8, 14, 6, 0, 1, 1},
                             {"edge_of_flight_line", LasType::uint8, 14, 7, 0, 1, 1},
                             {"synthetic", LasType::uint8, 15, 5, 0, 1, 1},
                             {"key_point", LasType::uint8, 15, 6, 0, 1, 1},
                             {"withheld", LasType::uint8, 15, 7, 0, 1, 1},
                             {"overlap", LasType::uint8, 15, 0, 0, 0, 1},
                             {"scanner_channel", LasType::uint8, 15, 0, 0, 0, 1}};  // these two have no place, and 0 needs none
constexpr Standard kNew[] = {{"intensity", LasType::uint16, 12, 0, 0, 65535, 1},
                             {"return_number", LasType::uint8, 14, 0, 0, 15, 1},
                             {"number_of_returns", LasType::uint8, 14, 4, 0, 15, 1},
                             {"classification", LasType::uint8, 16, 0, 0, 255, 1},
                             {"user_data", LasType::uint8, 17, 0, 0, 255, 1},
                             {"scan_angle", LasType::int16, 18, 0, -32768, 32767, kAngleUnit},
                             {"point_source_id", LasType::uint16, 20, 0, 0, 65535, 1},
                             {"synthetic", LasType::uint8, 15, 0, 0, 1, 1},
                             {"key_point", LasType::uint8, 15, 1, 0, 1, 1},
                             {"withheld", LasType::uint8, 15, 2, 0, 1, 1},
                             {"overlap", LasType::uint8, 15, 3, 0, 1, 1},
                             {"scanner_channel", LasType::uint8, 15, 4, 0, 3, 1},
                             {"scan_direction_flag", LasType::uint8, 15, 6, 0, 1, 1},
                             {"edge_of_flight_line", LasType::uint8, 15, 7, 0, 1, 1}};
constexpr std::string_view kTime = "gps_time", kInfrared = "near_infrared";
constexpr std::string_view kColours[] = {"red", "green", "blue"};
constexpr double kMostColour = 65535;

bool fits(const Attribute& attribute, double least, double most, double unit) {
  return std::ranges::all_of(attribute.values, [&](double value) {
    const double number = std::round(value / unit);
    return number >= least && number <= most && number * unit == value && !(value == 0 && std::signbit(value));
  });
}

const Attribute* named(std::span<const Attribute> attributes, std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &Attribute::name);
  return found == attributes.end() ? nullptr : &*found;
}

/// Which of the standard fields hold their attribute.
std::vector<LasField> heldBy(std::span<const Standard> standards, std::span<const Attribute> attributes, bool& all) {
  std::vector<LasField> fields;
  all = true;
  for (const Standard& field : standards) {
    const Attribute* const attribute = named(attributes, field.name);
    if (attribute == nullptr) continue;
    if (fits(*attribute, field.least, field.most, field.unit)) fields.push_back({attribute, field.type, field.offset, field.shift, field.unit});
    else all = false;
  }
  return fields;
}

bool isHeld(const LasLayout& layout, const Attribute& attribute) {
  return std::ranges::any_of(layout.fields, [&](const LasField& field) { return field.attribute == &attribute; });
}

bool isStandard(const Attribute& attribute) {
  return std::ranges::any_of(kNew, [&](const Standard& field) { return field.name == attribute.name; }) || attribute.name == kInfrared ||
         std::ranges::find(kColours, attribute.name) != std::end(kColours);
}

void addExtraFields(std::span<const Attribute> attributes, LasLayout& layout) {
  constexpr size_t kLongestName = 32;
  for (const Attribute& attribute : attributes) {
    if (isHeld(layout, attribute)) continue;
    std::string name = (attribute.name.empty() ? "attribute" : attribute.name).substr(0, kLongestName);
    while (std::ranges::find(layout.extraNames, name) != layout.extraNames.end() || (isStandard(attribute) && name == attribute.name))
      name = name.substr(0, kLongestName - 1) + '_';
    if (isStandard(attribute))
      layout.warnings.push_back("'" + attribute.name + "' has values that its LAS field cannot hold: it is kept as '" + name + "'");
    layout.fields.push_back({&attribute, LasType::float64, layout.recordBytes});
    layout.recordBytes += sizeof(double);
    layout.extraNames.push_back(std::move(name));
  }
}

}  // namespace

LasLayout lasLayout(std::span<const Attribute> attributes) {
  constexpr int kFirstNew = 6;
  LasLayout layout;
  const auto colourFits = [&](std::string_view name) {
    const Attribute* const attribute = named(attributes, name);
    return attribute != nullptr && fits(*attribute, 0, kMostColour, 1);
  };
  const bool colour = std::ranges::any_of(kColours, colourFits), infrared = colourFits(kInfrared);
  const Attribute* const time = named(attributes, kTime);
  bool all = false;
  layout.fields = heldBy(kOld, attributes, all);
  const bool isNew = !all || infrared;
  if (isNew) layout.fields = heldBy(kNew, attributes, all);
  layout.format = isNew ? kFirstNew + (infrared ? 2 : colour ? 1 : 0) : (time ? 1 : 0) + (colour ? 2 : 0);
  constexpr size_t kOldBytes = 20, kNewBytes = 22;
  layout.recordBytes = isNew ? kNewBytes : kOldBytes;
  if (time != nullptr) layout.fields.push_back({time, LasType::float64, layout.recordBytes});
  if (time != nullptr || isNew) layout.recordBytes += sizeof(double);
  const auto addColour = [&](std::string_view name) {
    if (colourFits(name)) layout.fields.push_back({named(attributes, name), LasType::uint16, layout.recordBytes});
    layout.recordBytes += sizeof(uint16_t);
  };
  if (colour || infrared) std::ranges::for_each(kColours, addColour);
  if (infrared) addColour(kInfrared);
  addExtraFields(attributes, layout);
  return layout;
}

}  // namespace arete::write
