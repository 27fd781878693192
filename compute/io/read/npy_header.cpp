#include "compute/io/read/npy_header.h"

#include "compute/io/read/cursor.h"
#include "compute/io/read/number.h"

namespace arete {

namespace {

constexpr size_t kMaxAxes = 32;  // NumPy's own limit
constexpr uint64_t kMaxHeader = 1 << 20;

class NpyHeaderParser {
 public:
  NpyHeaderParser(const Source& source, std::string_view text, uint64_t begin) : source_(source), text_(text), begin_(begin) {}

  NpyHeader parse() {
    bool descr = false, order = false, shape = false;
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !descr) descr = parseDescr();
      else if (key == "fortran_order" && !order) order = parseOrder();
      else if (key == "shape" && !shape) shape = parseShape();
      else refuse("the key " + arete::quoted(key) + " does not belong there");
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    if (!descr || !order || !shape) refuse("descr, fortran_order or shape is missing");
    return std::move(header_);
  }

 private:
  [[noreturn]] void refuse(std::string_view reason) const {
    source_.refuse(atByte(begin_ + at_), reason, "only arrays of plain numbers and structured arrays with fields x, y, z are read");
  }
  void skipBlanks() {
    while (at_ < text_.size() && (isBlank(text_[at_]) || text_[at_] == '\n')) ++at_;
  }
  bool take(char c) {
    skipBlanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) refuse(std::string("the header is damaged: '") + c + "' is missing");
  }
  std::string quoted() {
    skipBlanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') refuse("the header is damaged: a quoted name is missing");
    const size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) refuse("the header is damaged: a quoted name does not end");
    std::string result(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return result;
  }
  uint64_t count() {
    skipBlanks();
    size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    const auto number = parseCount(text_.substr(at_, end - at_));
    if (!number) refuse("the header is damaged: a length is missing or too large");
    at_ = end;
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers so
    return *number;
  }
  std::vector<uint64_t> tuple() {
    std::vector<uint64_t> values;
    expect('(');
    while (!take(')')) {
      if (values.size() >= kMaxAxes) refuse("more than 32 axes");
      values.push_back(count());
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return values;
  }

  bool parseOrder() {
    skipBlanks();
    const std::string_view rest = text_.substr(at_);
    header_.fortranOrder = rest.starts_with("True");
    if (!header_.fortranOrder && !rest.starts_with("False")) refuse("fortran_order is neither True nor False");
    at_ += header_.fortranOrder ? 4 : 5;
    return true;
  }
  bool parseShape() {
    header_.shape = tuple();
    return true;
  }

  bool parseDescr() {
    if (!take('[')) {
      addField("", quoted(), {});
      return true;
    }
    header_.structured = true;
    while (!take(']')) {
      if (header_.fields.size() >= kMaxProperties) refuse("more than " + std::to_string(kMaxProperties) + " fields");
      expect('(');
      const std::string name = quoted();
      expect(',');
      const std::string type = quoted();
      addField(name, type, take(',') && !atClosing() ? tuple() : std::vector<uint64_t>{});
      expect(')');
      if (!take(',')) {
        expect(']');
        break;
      }
    }
    return true;
  }
  bool atClosing() {
    skipBlanks();
    return at_ < text_.size() && text_[at_] == ')';
  }

  void addField(std::string name, std::string_view type, std::span<const uint64_t> shape) {
    NpyField field;
    field.name = std::move(name);
    field.offset = header_.itemBytes;
    if (type.starts_with('>')) field.order = std::endian::big;
    if (type.starts_with('<') || type.starts_with('>') || type.starts_with('|') || type.starts_with('=')) type.remove_prefix(1);
    const char kind = type.empty() ? '\0' : type[0];
    const auto size = parseCount(type.substr(std::min<size_t>(1, type.size()), type.find('[') - 1));
    if (kind == 'O') refuse("it holds Python objects");
    if (!size) refuse("the type " + arete::quoted(type) + " is not known");
    field.type = scalarType(kind, *size);
    constexpr uint64_t kWideCharacter = 4;
    auto bytes = checkedProduct(*size, kind == 'U' ? kWideCharacter : 1);
    for (uint64_t length : shape) {
      const auto count = checkedProduct(field.count, length);
      if (!count) refuse("a field is larger than the file");
      field.count = *count;
    }
    bytes = bytes ? checkedProduct(*bytes, field.count) : bytes;
    if (!bytes || *bytes > source_.size()) refuse("a field is larger than the file");
    header_.itemBytes += *bytes;  // at most kMaxProperties times the size of the file
    header_.fields.push_back(std::move(field));
  }

  static std::optional<ScalarType> scalarType(char kind, uint64_t size) {
    if (kind == 'b' && size == 1) return ScalarType::uint8;
    if (kind == 'f')
      return size == 2   ? std::optional(ScalarType::float16)
             : size == 4 ? std::optional(ScalarType::float32)
             : size == 8 ? std::optional(ScalarType::float64)
                         : std::nullopt;
    if (kind != 'i' && kind != 'u') return {};
    return integerType(size, kind == 'i');
  }

  const Source& source_;
  std::string_view text_;
  uint64_t begin_;
  size_t at_ = 0;
  NpyHeader header_;
};

}  // namespace

NpyHeader readNpyHeader(const Source& source) {
  Cursor cursor(source, 6);
  const int version = cursor.read<uint8_t>();
  cursor.skip(1);
  if (version < 1 || version > 3)
    source.refuse(atByte(6), "NPY version " + std::to_string(version) + " is not known", "save it again with numpy.save");
  const uint64_t length = version == 1 ? cursor.read<uint16_t>() : cursor.read<uint32_t>();
  if (length > kMaxHeader) source.refuse(atByte(8), "the header is longer than a megabyte", "the file is damaged: save it again with numpy.save");
  const uint64_t begin = cursor.position();
  NpyHeader header = NpyHeaderParser(source, cursor.text(length), begin).parse();
  header.dataBegin = cursor.position();
  return header;
}

}  // namespace arete
