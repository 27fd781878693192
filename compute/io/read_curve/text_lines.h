// Walks the lines of a bounded text; every error names the file and the line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arete::read_curve {

class TextLines {
 public:
  /// A byte order mark is skipped. `text` and `name` must outlive this.
  TextLines(std::string_view text, const std::string& name);

  /// Goes to the next line, which ends with LF, CR LF, CR or the text; false after the last.
  bool next();
  std::string_view line() const { return line_; }

  /// Takes the next field off `rest`, delimited by blanks; "" when there is none.
  static std::string_view takeWord(std::string_view& rest);
  /// Takes the next field off `rest`, up to a separator, without blanks around it.
  static std::string_view takeField(std::string_view& rest, char separator);

  /// The whole field as a finite number, or as an integer; fails otherwise, naming the field as `what`.
  double number(std::string_view field, std::string_view what) const;
  int64_t integer(std::string_view field, std::string_view what) const;

  /// Throws Error(badInput).
  [[noreturn]] void fail(std::string_view reason, std::string_view hint = {}) const;

 private:
  std::string_view rest_, line_;
  const std::string& name_;
  size_t number_ = 0;
};

}  // namespace arete::read_curve
