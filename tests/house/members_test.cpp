// A class of the window must be easy to grasp: it has at most a certain number of data members, counted in the sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "tests/house/sources.h"

namespace arete {
namespace {

constexpr size_t kMostMembers = 20;

struct Class {
  std::string name;
  size_t members = 0;
};

/// Without what stands between brackets, and without these, except for the opening parentheses.
std::string withoutBrackets(const std::string& text) {
  std::string outside;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
    const bool opens = c == '<' || c == '(' || c == '[' || c == '{', closes = (c == '>' && !arrow) || c == ')' || c == ']' || c == '}';
    if (opens && depth++ == 0 && c == '(') outside += '(';
    if (!opens && !closes && depth == 0) outside += c;
    if (closes) --depth;
  }
  return outside;
}

/// By its parentheses, before anything that it is set to; or the rest of one, behind a `}` in its arguments or initialisers.
bool isFunction(const std::string& text) {
  static const std::regex sure("\\boperator\\b|^\\s*[,)]");
  const std::string outside = withoutBrackets(text);
  return std::regex_search(text, sure) || outside.substr(0, outside.find('=')).find('(') != std::string::npos;
}

/// How many data members a statement of a class declares: one more than commas outside of brackets, none for functions, types and friends.
size_t membersIn(const std::string& statement) {
  static const std::regex labels("^(\\s*(Q_OBJECT\\b|(public|protected|private|Q_SIGNALS)\\s*:))+"), space("\\s+");
  static const std::regex other("^\\s*(using|typedef|friend|static|template|enum|class|struct|union)\\b");
  const std::string text = std::regex_replace(std::regex_replace(statement, space, " "), labels, "");
  if (text.find_first_not_of(' ') == std::string::npos || std::regex_search(text, other) || isFunction(text)) return 0;
  const std::string outside = withoutBrackets(text);
  return 1 + size_t(std::count(outside.begin(), outside.end(), ','));
}

/// Reads a body, from behind its `{`, up to behind its `}`; `inside` is the class that it belongs to, nullptr for namespaces.
size_t readBody(const std::string& code, size_t at, Class* inside, std::vector<Class>& found) {
  static const std::regex type("\\b(?:class|struct|union) (?:\\w+ )*?(\\w+) ?(?:final ?)?(?::[^:].*)?$"), space("\\s+");
  static const std::regex scope("\\b(namespace|enum|extern)\\b[^()]*$");
  std::string statement;
  while (at < code.size() && code[at] != '}') {
    const char c = code[at++];
    if (c == ';') {
      if (inside != nullptr) inside->members += membersIn(statement);
      statement.clear();
    } else if (c != '{') {
      statement += c;
    } else {
      std::smatch match;
      const std::string head = std::regex_replace(statement, space, " ");
      const bool isScope = std::regex_search(head, scope);
      if (!isScope && !isFunction(head) && std::regex_search(head, match, type)) {
        Class body{match[1]};
        at = readBody(code, at, &body, found);
        found.push_back(body);
        statement.clear();  // what follows are objects of it, or nothing
      } else {
        at = readBody(code, at, nullptr, found);
        if (isScope || isFunction(head)) statement.clear();
      }
    }
  }
  return at + 1;
}

std::vector<Class> classesIn(const std::vector<std::string>& lines) {
  std::vector<Class> found;
  readBody(house::codeOf(lines), 0, nullptr, found);
  return found;
}

TEST(Members, NoClassOfTheWindowHasMoreThan20) {
  size_t classes = 0;
  for (const house::Source& source : house::sources()) {
    if (!source.path.starts_with("app/window/") && !source.path.starts_with("ui/")) continue;
    for (const Class& each : classesIn(source.lines)) {
      ++classes;
      EXPECT_LE(each.members, kMostMembers) << source.path << ": " << each.name;
    }
  }
  EXPECT_GT(classes, 60u);
}

TEST(Members, EveryWayToDeclareOneIsCounted) {
  const std::vector<std::string> header = {"namespace a {",
                                           "class Other;",
                                           "enum class Kind : int { none, some };",
                                           "struct Three { double x = 0, y = 0;  // two",
                                           "  std::function<void(int, int)> done; };",
                                           "class Eight final : public Base<int>, private Other {",
                                           "  Q_OBJECT",
                                           " public:",
                                           "  using Done = std::function<void()>;",
                                           "  enum class Drag { none, pan };",
                                           "  explicit Eight(int a = 0, int b = 1) : a_(a), b_{b}, down_{} { f(); }",
                                           "  const Other& other() const { return *other_; }",
                                           "  bool f(std::map<int, int> of = {}) const;",
                                           "  Eight& operator=(const Eight&) = delete;",
                                           "  friend bool operator<(const Eight& one, const Eight& other) { return one.a_ < other->a_; }",
                                           " Q_SIGNALS:",
                                           "  void changed();",
                                           " private:",
                                           "  struct One { Kind kind = Kind::none; };",
                                           "  static constexpr int kMost = 1 << 3;",
                                           "  int a_, b_;",
                                           "  Other *other_ = nullptr, *another_ = make(1, 2);",
                                           "  std::array<bool, 3> down_{}, up_{false, true};",
                                           "  std::unique_ptr<Other> owned_ = std::make_unique<Other>();",
                                           "  QTimer timer_{this};",
                                           "};",
                                           "int function() { struct Local { int a; } local; return local.a; }",
                                           "}"};
  std::vector<std::pair<std::string, size_t>> counted;
  for (const Class& each : classesIn(header)) counted.emplace_back(each.name, each.members);
  EXPECT_EQ(counted, (std::vector<std::pair<std::string, size_t>>{{"Three", 3}, {"One", 1}, {"Eight", 8}, {"Local", 1}}));
}

}  // namespace
}  // namespace arete
