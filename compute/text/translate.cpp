#include "compute/text/translate.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace arete {

namespace {

constexpr uint32_t kMagic = 0x950412de;  // of a table that was made on a machine with this order of bytes

uint32_t wordAt(std::string_view table, size_t at) {
  uint32_t word = 0;
  std::memcpy(&word, table.data() + at, sizeof(word));
  return word;
}

/// How the line Plural-Forms of a table chooses the form for a number.
enum class PluralRule : uint8_t { alwaysOne, unlessOne, aboveOne };

PluralRule pluralRuleOf(std::string_view header) {
  const size_t at = header.find("plural=");
  std::string rule(header.substr(std::min(at, header.size()), header.find('\n', at) - at));
  std::erase_if(rule, [](char c) { return c == ' ' || c == '(' || c == ')' || c == ';'; });
  if (rule == "plural=0") return PluralRule::alwaysOne;
  return rule == "plural=n>1" ? PluralRule::aboveOne : PluralRule::unlessOne;
}

/// The format of msgfmt: two lists of lengths and places, of the originals in ascending order and of their translations. Every text ends with a zero;
/// forms for different numbers follow each other with zeros between them.
class Table {
 public:
  explicit Table(std::string_view bytes) : bytes_(bytes), count_(wordAt(bytes, 8)), originals_(wordAt(bytes, 12)), translations_(wordAt(bytes, 16)) {
    rule_ = pluralRuleOf(find("").value_or(""));
  }

  std::optional<std::string_view> find(std::string_view english) const {
    for (uint32_t low = 0, high = count_; low < high;) {
      const uint32_t middle = low + (high - low) / 2;
      const std::string_view original = bytes_.data() + wordAt(bytes_, originals_ + size_t{8} * middle + 4);  // to its first zero
      if (original == english) return text(translations_, middle);
      (original < english ? low = middle + 1 : high = middle);
    }
    return {};
  }

  std::optional<const char*> find(uint64_t count, std::string_view one) const {
    const std::optional<std::string_view> forms = find(one);
    if (!forms) return {};
    const bool second = rule_ == PluralRule::unlessOne ? count != 1 : rule_ == PluralRule::aboveOne && count > 1;
    const size_t zero = forms->find('\0');
    return second && zero < forms->size() ? forms->data() + zero + 1 : forms->data();
  }

 private:
  std::string_view text(uint32_t list, uint32_t row) const {
    return bytes_.substr(wordAt(bytes_, list + size_t{8} * row + 4), wordAt(bytes_, list + size_t{8} * row));
  }

  std::string_view bytes_;
  uint32_t count_, originals_, translations_;
  PluralRule rule_ = PluralRule::unlessOne;
};

std::optional<Table>& table() {
  static std::optional<Table> set;
  return set;
}

}  // namespace

bool setTranslations(std::string_view bytes) {
  constexpr size_t kHeader = 28;
  table().reset();
  if (bytes.empty()) return true;
  if (bytes.size() < kHeader || wordAt(bytes, 0) != kMagic) return false;
  table().emplace(bytes);
  return true;
}

const char* tr(const char* english) {
  if (!table() || *english == 0) return english;  // "" is the key of the table's own description
  const std::optional<std::string_view> found = table()->find(english);
  return found ? found->data() : english;
}

std::string_view tr(std::string_view english) { return table() && !english.empty() ? table()->find(english).value_or(english) : english; }

const char* trCount(uint64_t count, const char* one, const char* many) {
  const std::optional<const char*> found = table() ? table()->find(count, one) : std::nullopt;
  return found ? *found : count == 1 ? one : many;
}

std::string fillPlaces(std::string_view pattern, std::initializer_list<std::string_view> values) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const size_t place = pattern[i] == '%' && i + 1 < pattern.size() ? size_t(pattern[i + 1] - '1') : values.size();
    if (place < values.size()) text.append(values.begin()[place]), ++i;
    else text += pattern[i];
  }
  return text;
}

}  // namespace arete
