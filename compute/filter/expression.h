// What --where takes: comparisons of columns and numbers, joined by && || ! and parentheses.
//   either     = both { "||" both }
//   both       = single { "&&" single }
//   single     = "!" single | "(" either ")" | operand comparison operand
//   comparison = "==" | "!=" | "<" | "<=" | ">" | ">="
//   operand    = a number | a name | a name in single or double quotes
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arete {

/// An expression that was read. A value.
class Expression {
 public:
  static constexpr size_t kLongest = 4096;  ///< bytes
  static constexpr int kDeepest = 64;       ///< parentheses and ! within each other

  enum class Op : uint8_t { equal, notEqual, less, lessEqual, greater, greaterEqual, both, either, opposite };
  struct Operand {
    std::string name;  ///< "" for a number
    double number = 0;
    size_t at = 0;  ///< byte in the text
  };
  /// In the order of a stack machine: a comparison puts a truth on the stack, the others take theirs from it.
  struct Step {
    Op op;
    Operand left, right;  ///< of a comparison
  };

  /// Throws Error(wrongUse) that points at the character.
  explicit Expression(std::string_view text);

  const std::string& text() const { return text_; }
  const std::vector<Step>& steps() const { return steps_; }
  size_t stackNeeded() const { return stackNeeded_; }
  /// The error of something at a byte of the text: what is wrong there and what to do.
  [[noreturn]] void fail(size_t at, std::string_view reason, std::string_view hint) const;

 private:
  friend class ExpressionParser;
  std::string text_;
  std::vector<Step> steps_;
  size_t stackNeeded_ = 0;
};

}  // namespace arete
