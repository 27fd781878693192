#include "compute/io/read/pcd_header.h"

#include <algorithm>
#include <optional>

#include "compute/io/read/cursor.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"

namespace arete {

static std::optional<ScalarType> typeOf(std::string_view letter, uint64_t size) {
  if (letter == "F") return size == 4 ? std::optional(ScalarType::float32) : size == 8 ? std::optional(ScalarType::float64) : std::nullopt;
  if (letter != "I" && letter != "U") return {};
  return integerType(size, letter == "I");
}

namespace {

class PcdHeaderParser {
 public:
  explicit PcdHeaderParser(const Source& source) : source_(source), lines_(source, source.headText()) {}

  PcdHeader parse() {
    while (!dataSeen_) {
      if (!lines_.next())
        source_.refuse(atByte(source_.size()), "the header has no DATA line", "the file was probably cut off: fetch or export it again");
      if (lines_.number() > kMaxHeaderLines) refuse("the header is longer than " + std::to_string(kMaxHeaderLines) + " lines");
      std::string_view rest = lines_.line();
      const std::string_view keyword = nextWord(rest);
      if (!keyword.empty() && !keyword.starts_with('#')) parseLine(keyword, words(rest));
    }
    header_.dataBegin = lines_.position();
    header_.lines = lines_.number();
    makeFields();
    countPoints();
    return std::move(header_);
  }

 private:
  using Words = std::vector<std::string_view>;

  [[noreturn]] void refuse(std::string_view reason) const {
    source_.refuse(atLine(lines_.number()), reason, "the header is damaged: export the file again");
  }

  Words words(std::string_view rest) const {
    Words result;
    for (std::string_view word = nextWord(rest); !word.empty(); word = nextWord(rest)) {
      if (result.size() >= kMaxProperties) refuse("the line names more than " + std::to_string(kMaxProperties) + " fields");
      result.push_back(word);
    }
    return result;
  }

  uint64_t count(const Words& values, std::string_view keyword) const {
    const auto number = values.size() == 1 ? parseCount(values[0]) : std::nullopt;
    if (!number) refuse(std::string(keyword) + " needs one count");
    return *number;
  }

  void parseLine(std::string_view keyword, Words values) {
    if (keyword == "FIELDS" || keyword == "COLUMNS") names_ = std::move(values);
    else if (keyword == "SIZE") sizes_ = std::move(values);
    else if (keyword == "TYPE") types_ = std::move(values);
    else if (keyword == "COUNT") counts_ = std::move(values);
    else if (keyword == "WIDTH") width_ = count(values, keyword);
    else if (keyword == "HEIGHT") height_ = count(values, keyword);
    else if (keyword == "POINTS") points_ = count(values, keyword);
    else if (keyword == "DATA") parseData(values);
    else if (keyword != "VERSION" && keyword != "VIEWPOINT") refuse("this is no line of a PCD header");
  }

  void parseData(const Words& values) {
    const std::string_view encoding = values.empty() ? std::string_view() : values[0];
    if (encoding == "ascii") header_.encoding = PcdEncoding::ascii;
    else if (encoding == "binary") header_.encoding = PcdEncoding::binary;
    else if (encoding == "binary_compressed") header_.encoding = PcdEncoding::compressed;
    else refuse("DATA is none of ascii, binary, binary_compressed");
    dataSeen_ = true;
  }

  void makeFields() {
    if (names_.empty()) refuse("the header has no FIELDS");
    if (sizes_.size() != names_.size() || types_.size() != names_.size() || (!counts_.empty() && counts_.size() != names_.size()))
      refuse("SIZE, TYPE and COUNT do not have one value for each of the " + std::to_string(names_.size()) + " FIELDS");
    for (size_t i = 0; i < names_.size(); ++i) {
      const auto size = parseCount(sizes_[i]), values = counts_.empty() ? std::optional<uint64_t>(1) : parseCount(counts_[i]);
      const auto type = size ? typeOf(types_[i], *size) : std::nullopt;
      if (!type)
        refuse("the field " + quoted(names_[i]) + " has the type " + std::string(types_[i]) + " of size " + std::string(sizes_[i]) +
               ", which does not exist");
      if (!values || !fits(*values, *size, source_.size())) refuse("the field " + quoted(names_[i]) + " has a COUNT that the file cannot hold");
      header_.fields.push_back({std::string(names_[i]), *type, *values, header_.rowBytes});
      header_.rowBytes += *values * *size;  // at most kMaxProperties times the size of the file
      header_.rowValues += *values;
    }
  }

  void countPoints() {
    const auto area = width_ && height_ ? checkedProduct(*width_, *height_) : width_;
    if (!area && !points_) refuse("the header gives no number of points");
    if (area && points_ && *area != *points_) refuse("POINTS is not WIDTH times HEIGHT");
    header_.points = points_ ? *points_ : *area;
    const uint64_t rowBytes = header_.encoding == PcdEncoding::ascii ? 2 * header_.rowValues : header_.rowBytes;
    const uint64_t left = source_.size() - header_.dataBegin, room = header_.encoding == PcdEncoding::compressed ? UINT64_MAX : left + 1;
    if (header_.points > 0 && (rowBytes == 0 || !fits(header_.points, rowBytes, room)))
      source_.refuse(
          atByte(header_.dataBegin),
          "the header declares " + std::to_string(header_.points) + " points, the " + std::to_string(left) + " bytes left cannot hold them",
          "the file was cut off or its header is damaged: fetch or export it again");
  }

  const Source& source_;
  TextLines lines_;
  PcdHeader header_;
  Words names_, sizes_, types_, counts_;
  std::optional<uint64_t> width_, height_, points_;
  bool dataSeen_ = false;
};

}  // namespace

PcdHeader readPcdHeader(const Source& source) { return PcdHeaderParser(source).parse(); }

}  // namespace arete
