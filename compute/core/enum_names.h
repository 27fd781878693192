// Enums as text, and back: an enum whose values count from 0 has a table of names in their order, and one loop finds the value of a name.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace arete {

/// The values of an enum, in their order.
template <class Enum, size_t count>
inline constexpr auto kEnumValues = [] {
  std::array<Enum, count> values{};
  for (size_t i = 0; i < count; ++i) values[i] = Enum(i);
  return values;
}();

/// The value that `name(value)` gives this name.
template <class Enum, size_t count, class Name>
constexpr std::optional<Enum> enumNamed(std::string_view text, const Name& name) {
  for (const Enum value : kEnumValues<Enum, count>)
    if (text == name(value)) return value;
  return std::nullopt;
}

/// "a, b, c".
template <class Enum, size_t count, class Name>
std::string enumNamesListed(const Name& name) {
  std::string all;
  for (const Enum value : kEnumValues<Enum, count>) all.append(all.empty() ? "" : ", ").append(name(value));
  return all;
}

/// Names that nothing else belongs to.
template <class Enum, size_t count>
struct EnumNames {
  std::array<std::string_view, count> names;

  constexpr std::string_view operator()(Enum value) const { return names[size_t(value)]; }
  constexpr std::optional<Enum> find(std::string_view text) const { return enumNamed<Enum, count>(text, *this); }
  std::string listed() const { return enumNamesListed<Enum, count>(*this); }
};

}  // namespace arete
