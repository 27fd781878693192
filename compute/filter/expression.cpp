#include "compute/filter/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "compute/core/error.h"

namespace arete {

/// One function for each line of the grammar; `at_` is the next byte that nobody has taken.
class ExpressionParser {
 public:
  explicit ExpressionParser(Expression& into) : into_(into), text_(into.text_) {}

  void all() {
    either(0);
    blanks();
    if (at_ < text_.size()) failHere(text_[at_] == ')' ? "a ')' without its '('" : "end, && or || is expected", "see --help for what may be written");
  }

 private:
  using Op = Expression::Op;

  [[noreturn]] void failHere(std::string_view reason, std::string_view hint) const { into_.fail(at_, reason, hint); }
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) ++at_;
  }
  bool take(std::string_view token) {
    blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  /// A truth is put on the stack, or `taken` make way for one.
  void add(Expression::Step step, size_t taken) {
    into_.steps_.push_back(std::move(step));
    height_ = height_ + 1 - taken;
    into_.stackNeeded_ = std::max(into_.stackNeeded_, height_);
  }
  /// && and || are two characters; one alone is a slip.
  bool takeTwice(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    if (at_ + 1 >= text_.size() || text_[at_ + 1] != c) failHere(std::string("one '") + c + "' joins nothing", std::string("write ") + c + c);
    at_ += 2;
    return true;
  }

  void either(int depth) {
    both(depth);
    while (takeTwice('|')) both(depth), add({Op::either, {}, {}}, 2);
  }
  void both(int depth) {
    single(depth);
    while (takeTwice('&')) single(depth), add({Op::both, {}, {}}, 2);
  }
  void single(int depth) {
    blanks();
    if (depth > Expression::kDeepest) failHere("it is nested more than 64 deep", "write it flatter");
    const size_t begin = at_;
    if (!text_.substr(at_).starts_with("!=") && take("!")) {
      single(depth + 1);
      add({Op::opposite, {}, {}}, 1);
    } else if (take("(")) {
      either(depth + 1);
      if (!take(")")) failHere("the '(' at character " + std::to_string(begin + 1) + " has no ')'", "close it");
    } else {
      comparison();
    }
  }
  void comparison() {
    Expression::Operand left = operand();
    const Op op = comparisonSign();
    add({op, std::move(left), operand()}, 0);
    blanks();
    if (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '>' || text_[at_] == '='))
      failHere("a comparison has two sides", "write 0 < z && z < 5 for 0 < z < 5");
  }
  Op comparisonSign() {
    static constexpr std::pair<std::string_view, Op> kSigns[] = {{"==", Op::equal},        {"!=", Op::notEqual}, {"<=", Op::lessEqual},
                                                                 {">=", Op::greaterEqual}, {"<", Op::less},      {">", Op::greater}};
    for (const auto& [sign, op] : kSigns)
      if (take(sign)) return op;
    if (at_ < text_.size() && text_[at_] == '=') failHere("one '=' compares nothing", "write ==");
    failHere("a comparison is expected", "write == != < <= > or >= and what to compare with");
  }
  static bool beginsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0; }
  static bool isDigit(char c) { return c >= '0' && c <= '9'; }

  Expression::Operand operand() {
    blanks();
    Expression::Operand operand;
    operand.at = at_;
    if (at_ >= text_.size()) failHere("it ends where a name or a number is expected", "see --help for what may be written");
    const char c = text_[at_];
    if (c == '\'' || c == '"') return quoted(operand);
    if (beginsName(c)) {
      while (at_ < text_.size() && (beginsName(text_[at_]) || isDigit(text_[at_]) || text_[at_] == '.')) ++at_;
      operand.name = text_.substr(operand.at, at_ - operand.at);
      return operand;
    }
    const size_t begin = at_ + (c == '+' ? 1 : 0);  // from_chars knows no plus
    if (begin < text_.size() && (isDigit(text_[begin]) || text_[begin] == '.' || (text_[begin] == '-' && begin == at_))) {
      const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + text_.size(), operand.number);
      if (error == std::errc() && std::isfinite(operand.number)) {
        at_ = size_t(end - text_.data());
        if (at_ < text_.size() && (beginsName(text_[at_]) || text_[at_] == '.'))
          into_.fail(operand.at, "this is no number", "put a blank behind a number, and a name in quotes");
        return operand;
      }
      failHere(error == std::errc::result_out_of_range ? "this number is too large or too small" : "this is no number", "write it as in 12.5 or 1e6");
    }
    failHere("a name or a number is expected", "see --help for what may be written");
  }
  Expression::Operand quoted(Expression::Operand operand) {
    const size_t end = text_.find(text_[at_], at_ + 1);
    if (end == text_.npos) failHere("the quotes are not closed", "close them");
    if (end == at_ + 1) failHere("there is no name in the quotes", "name an attribute");
    operand.name = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return operand;
  }

  Expression& into_;
  std::string_view text_;
  size_t at_ = 0, height_ = 0;
};

Expression::Expression(std::string_view text) : text_(text.substr(0, kLongest)) {
  if (text.size() > kLongest) fail(kLongest, "it is longer than 4096 characters", "write it shorter");
  ExpressionParser(*this).all();
}

void Expression::fail(size_t at, std::string_view reason, std::string_view hint) const {
  constexpr size_t kShown = 40;  // bytes on both sides of the place
  const auto isInside = [this](size_t i) { return i < text_.size() && (text_[i] & 0xC0) == 0x80; };
  size_t begin = at > kShown ? at - kShown : 0, end = std::min(text_.size(), at + kShown);
  while (begin > 0 && isInside(begin)) --begin;
  while (isInside(end)) ++end;
  std::string shown = text_.substr(begin, end - begin);
  std::ranges::replace_if(
      shown, [](char c) { return c >= 0 && c < ' '; }, ' ');
  shown = (begin > 0 ? "…" : "") + shown + (end < text_.size() ? "…" : "");
  size_t character = 1;
  for (size_t i = 0; i < at; ++i) character += isInside(i) ? 0 : 1;
  throw Error(ErrorKind::wrongUse, "cannot filter", "--where",
              "character " + std::to_string(character) + " of '" + shown + "': " + std::string(reason), hint);
}

}  // namespace arete
