#include "compute/io/read/ply_header.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"

namespace arete {

bool PlyElement::hasLists() const { return std::ranges::any_of(properties, &PlyProperty::isList); }

uint64_t PlyElement::rowBytes() const {
  uint64_t bytes = 0;
  for (const PlyProperty& property : properties) bytes += sizeOf(property.type);
  return bytes;
}

static std::optional<ScalarType> typeNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, ScalarType> kTypes[] = {
      {"char", ScalarType::int8},     {"int8", ScalarType::int8},       {"uchar", ScalarType::uint8},    {"uint8", ScalarType::uint8},
      {"short", ScalarType::int16},   {"int16", ScalarType::int16},     {"ushort", ScalarType::uint16},  {"uint16", ScalarType::uint16},
      {"int", ScalarType::int32},     {"int32", ScalarType::int32},     {"uint", ScalarType::uint32},    {"uint32", ScalarType::uint32},
      {"float", ScalarType::float32}, {"float32", ScalarType::float32}, {"double", ScalarType::float64}, {"float64", ScalarType::float64},
      {"int64", ScalarType::int64},   {"uint64", ScalarType::uint64}};
  for (const auto& [known, type] : kTypes)
    if (known == name) return type;
  return {};
}

namespace {

class PlyHeaderParser {
 public:
  explicit PlyHeaderParser(const Source& source) : source_(source), lines_(source, source.headText()) {}

  PlyHeader parse() {
    if (!lines_.next() || trimmed(lines_.line()) != "ply") refuse("a PLY file begins with the line 'ply'");
    while (true) {
      if (!lines_.next())
        source_.refuse(atByte(source_.size()), "the header has no end_header", "the file was probably cut off: fetch or export it again");
      if (lines_.number() > kMaxHeaderLines) refuse("the header is longer than " + std::to_string(kMaxHeaderLines) + " lines");
      std::string_view rest = lines_.line();
      const std::string_view keyword = nextWord(rest);
      if (keyword == "end_header") break;
      if (keyword == "format") parseFormat(rest);
      else if (keyword == "element") parseElement(rest);
      else if (keyword == "property") parseProperty(rest);
      else if (keyword == "comment") header_.ours = header_.ours || nextWord(rest) == "arete";
      else if (!keyword.empty() && keyword != "obj_info") refuse("this is no line of a PLY header");
    }
    if (!formatKnown_) refuse("the header has no format line");
    header_.dataBegin = lines_.position();
    header_.lines = lines_.number();
    return std::move(header_);
  }

 private:
  [[noreturn]] void refuse(std::string_view reason) const {
    source_.refuse(atLine(std::max<uint64_t>(lines_.number(), 1)), reason, "the header is damaged: export the file again");
  }

  void parseFormat(std::string_view rest) {
    const std::string_view encoding = nextWord(rest);
    if (encoding == "ascii") header_.encoding = PlyEncoding::ascii;
    else if (encoding == "binary_little_endian") header_.encoding = PlyEncoding::littleEndian;
    else if (encoding == "binary_big_endian") header_.encoding = PlyEncoding::bigEndian;
    else refuse("the format is none of ascii, binary_little_endian, binary_big_endian");
    formatKnown_ = true;
  }

  void parseElement(std::string_view rest) {
    PlyElement element;
    element.name = nextWord(rest);
    const auto count = parseCount(nextWord(rest));
    if (element.name.empty() || !count) refuse("an element needs a name and a count");
    element.count = *count;
    if (header_.elements.size() >= kMaxProperties) refuse("too many elements");
    header_.elements.push_back(std::move(element));
  }

  void parseProperty(std::string_view rest) {
    if (header_.elements.empty()) refuse("a property comes before the first element");
    PlyProperty property;
    std::string_view type = nextWord(rest);
    property.isList = type == "list";
    if (property.isList) {
      const auto countType = typeNamed(nextWord(rest));
      if (!countType || *countType == ScalarType::float32 || *countType == ScalarType::float64)
        refuse("the length of a list has no known whole-number type");
      property.countType = *countType;
      type = nextWord(rest);
    }
    const auto scalar = typeNamed(type);
    property.name = nextWord(rest);
    if (!scalar || property.name.empty()) refuse("a property needs a known type and a name");
    property.type = *scalar;
    std::vector<PlyProperty>& properties = header_.elements.back().properties;
    if (++propertyCount_ > kMaxProperties) refuse("more than " + std::to_string(kMaxProperties) + " properties");
    if (std::ranges::find(properties, property.name, &PlyProperty::name) != properties.end())
      refuse("the property '" + property.name + "' is declared twice");
    properties.push_back(std::move(property));
  }

  const Source& source_;
  TextLines lines_;
  PlyHeader header_;
  bool formatKnown_ = false;
  size_t propertyCount_ = 0;
};

}  // namespace

PlyHeader readPlyHeader(const Source& source) { return PlyHeaderParser(source).parse(); }

}  // namespace arete
