// The one-definition rule where neither compiler nor linker checks it: a name that two files define differently in the same namespace. Which of the
// two a program gets is then undefined, and includes that bring both together fail far from the cause.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/house/sources.h"

namespace arete {
namespace {

/// What a file defines at the level of namespaces: the text up to `{`, `;` or `=`, with the namespace that it is in.
struct Definition {
  std::string space, head;
  friend auto operator<=>(const Definition&, const Definition&) = default;
};

std::string squeezed(const std::string& text) {
  static const std::regex spaces("\\s+"), ends("^ | $");
  return std::regex_replace(std::regex_replace(text, spaces, " "), ends, "");
}

std::vector<Definition> definitionsIn(const std::vector<std::string>& lines) {
  static const std::regex opensNamespace("(?:inline )?namespace ?([A-Za-z_0-9:]*)$");
  std::vector<Definition> found;
  std::vector<std::string> spaces;
  std::string statement;
  size_t depth = 0;  // of braces, those of namespaces too
  const auto define = [&] {
    std::string space;
    for (const std::string& each : spaces) space += "::" + each;
    found.push_back({space, squeezed(statement)});
  };
  for (const char c : house::codeOf(lines)) {
    const bool atNamespace = depth == spaces.size();
    if (c == '{') {
      std::smatch match;
      const std::string head = squeezed(statement);
      if (atNamespace && std::regex_search(head, match, opensNamespace)) spaces.push_back(match[1].length() > 0 ? match[1].str() : "(anonymous)");
      else if (atNamespace) define();
      ++depth;
      statement.clear();
    } else if (c == '}') {
      if (depth > 0) --depth;
      if (depth < spaces.size()) spaces.pop_back();
      statement.clear();
    } else if (c == ';') {
      if (atNamespace && statement.find("constexpr") != std::string::npos) define();
      statement.clear();
    } else if (atNamespace) {
      statement += c;
    }
  }
  return found;
}

/// The names that a definition must be the only one of: a type's, a constant's, or the signature of a function that may be defined in many places.
std::vector<std::string> namesOf(const std::string& head) {
  static const std::regex type("(?:^|[> ])(?:struct|class|union|enum(?: class)?) (?:alignas\\(.*\\) )?([A-Za-z_]\\w*)(?: final)?(?: : [^(]*)?$");
  static const std::regex constant("\\b([A-Za-z_]\\w*)(?:\\[[^\\]]*\\])? ?=");
  static const std::regex isShared("\\b(inline|template|constexpr)\\b"), isStatic("\\bstatic\\b"), specialises("template ?<>");
  std::smatch match;
  if (std::regex_search(head, isStatic) || std::regex_search(head, specialises)) return {};
  if (std::regex_search(head, match, type)) return {match[1]};
  const size_t equals = head.find('='), bracket = head.find('(');
  std::vector<std::string> names;
  if (head.find("constexpr") != std::string::npos && equals != std::string::npos && (bracket == std::string::npos || equals < bracket)) {
    for (auto it = std::sregex_iterator(head.begin(), head.end(), constant); it != std::sregex_iterator(); ++it) names.push_back((*it)[1]);
  } else if (bracket != std::string::npos && std::regex_search(head, isShared) && head.find("::", 0) > bracket) {
    names.push_back(head);
  }
  return names;
}

/// "name path path" for each name with more than one path.
template <class Paths>
std::vector<std::string> inSeveral(const std::map<std::string, Paths>& files) {
  std::vector<std::string> twice;
  for (const auto& [name, where] : files)
    if (where.size() > 1) {
      twice.push_back(name);
      for (const std::string& path : where) twice.back() += " " + path;
    }
  return twice;
}

/// Names that more than one of the files defines, with these files.
std::vector<std::string> definedTwice(const std::vector<house::Source>& sources) {
  std::map<std::string, std::set<std::string>> files;
  for (const house::Source& source : sources)
    for (const Definition& definition : definitionsIn(source.lines)) {
      if (definition.space.find("(anonymous)") != std::string::npos) continue;
      for (const std::string& name : namesOf(definition.head)) files[definition.space + "::" + name].insert(source.path);
    }
  return inSeveral(files);
}

/// Functions that two files have for themselves: may they be overloads?
enum class Functions { haveNamesOfTheirOwn, mayBeOverloads };

/// What a source names for itself: in anonymous namespaces, and static functions.
std::set<std::string> ownNames(const std::vector<std::string>& lines, Functions functions) {
  static const std::regex bounds("__launch_bounds__ ?\\([^)]*\\)"), call("((?:[A-Za-z_]\\w*(?:<[^()]*>)?::)*[A-Za-z_]\\w*) ?\\("),
      isStatic("\\bstatic\\b ?"), anonymous("::\\(anonymous\\)");
  const bool mayOverload = functions == Functions::mayBeOverloads;
  std::set<std::string> own;
  for (const Definition& definition : definitionsIn(lines)) {
    if (definition.space.find("(anonymous)") == std::string::npos && !std::regex_search(definition.head, isStatic)) continue;
    std::string head = std::regex_replace(definition.head, bounds, ""), space = definition.space;
    if (mayOverload) head = std::regex_replace(head, isStatic, ""), space = std::regex_replace(space, anonymous, "");  // both are looked up alike
    std::smatch match;
    std::vector<std::string> names = namesOf(head);
    const bool isFunction = names.empty() || names.front() == head;
    if (isFunction && std::regex_search(head, match, call)) names = {mayOverload ? head : match[1].str()};
    for (const std::string& name : names) own.insert(space + "::" + name);
  }
  own.erase("::arete::cuda::(anonymous)::static_assert");
  return own;
}

/// Names that more than one of the files has for itself, with these files.
std::vector<std::string> ownTwice(const std::vector<house::Source>& sources, Functions functions = Functions::haveNamesOfTheirOwn) {
  std::map<std::string, std::vector<std::string>> files;
  for (const house::Source& source : sources)
    for (const std::string& name : ownNames(source.lines, functions)) files[name].push_back(source.path);
  return inSeveral(files);
}

TEST(OneDefinition, CudaSourcesThatAreCompiledTogetherHaveNamesOfTheirOwn) {
  std::vector<house::Source> cuda;
  for (house::Source& source : house::sources())
    if (source.path.ends_with(".cu")) cuda.push_back(std::move(source));
  ASSERT_GT(cuda.size(), 50u);
  for (const std::string& name : ownTwice(cuda)) ADD_FAILURE() << name << ": see cmake/Batches.cmake";

  const std::vector<std::string> one = {"namespace a {",
                                        "namespace {",
                                        "constexpr int kBlock = 2, kItems = 3;",
                                        "struct State { int x; };",
                                        "template <class T>",
                                        "__global__ void __launch_bounds__(kBlock) moveKernel(T t) {}",
                                        "}",
                                        "}"};
  const std::vector<std::string> other = {
      "namespace a {", "namespace {", "constexpr int kItems = 4;", "__global__ void moveKernel() {}", "void State(int x) {}", "}", "}"};
  const std::vector<std::string> apart = {"namespace a::b {", "namespace {", "constexpr int kItems = 4;", "}", "void moveKernel() {}", "}"};
  EXPECT_EQ(ownTwice({{"one.cu", one}, {"other.cu", other}, {"apart.cu", apart}}),
            (std::vector<std::string>{"::a::(anonymous)::State one.cu other.cu", "::a::(anonymous)::kItems one.cu other.cu",
                                      "::a::(anonymous)::moveKernel one.cu other.cu"}));
}

TEST(OneDefinition, SourcesThatAreCompiledTogetherHaveNamesOfTheirOwn) {
  constexpr size_t kFew = 8;  // a third of a batch: such folders of the same parent go together
  std::map<std::string, std::vector<house::Source>> folders, together;
  for (house::Source& source : house::sources()) {
    const bool isProgram = source.path.starts_with("tests/fuzz/") || source.path.starts_with("tests/window/") || source.path.starts_with("examples/");
    const bool standsIn = source.path.ends_with("/absent.cpp");
    if (source.path.ends_with(".cpp") && !isProgram && !standsIn) folders[source.path.substr(0, source.path.rfind('/'))].push_back(std::move(source));
  }
  ASSERT_GT(folders.size(), 50u);
  for (auto& [folder, sources] : folders) {
    std::vector<house::Source>& all = together[sources.size() < kFew ? folder.substr(0, folder.rfind('/')) + "/few" : folder];
    for (house::Source& source : sources) all.push_back(std::move(source));
  }
  for (const auto& [folder, sources] : together)
    for (const std::string& name : ownTwice(sources, Functions::mayBeOverloads)) ADD_FAILURE() << name << ": see cmake/Batches.cmake";

  const std::vector<std::string> one = {"namespace {", "void run(int x) {}", "void stop() {}", "struct State {};", "}"};
  const std::vector<std::string> other = {"namespace {", "void run(float x) {}", "}", "static void stop() {}", "static constexpr int State = 1;"};
  EXPECT_EQ(ownTwice({{"one.cpp", one}, {"other.cpp", other}}, Functions::mayBeOverloads),
            (std::vector<std::string>{"::State one.cpp other.cpp", "::void stop() one.cpp other.cpp"}));
}

TEST(OneDefinition, EveryNameOfANamespaceIsDefinedInOneFile) {
  std::vector<house::Source> programs;
  for (house::Source& source : house::sources())
    if (const std::string& path = source.path;  // each of the examples of versions is compiled alone
        !path.starts_with("tests/") && !path.starts_with("shaders/") && !path.starts_with("examples/versions/"))
      programs.push_back(std::move(source));
  ASSERT_GT(programs.size(), 300u);
  for (const std::string& name : definedTwice(programs)) ADD_FAILURE() << name;
}

TEST(OneDefinition, TypesConstantsAndInlineFunctionsOfTwoFilesAreSeen) {
  const std::vector<std::string> one = {"namespace a::b {",
                                        "template <class T>",
                                        "struct Nearest {",
                                        "  int slot;",
                                        "};",
                                        "inline constexpr int kWarp = 32, kAll = 1;",
                                        "inline int f(int x) { return x; }",
                                        "}"};
  const std::vector<std::string> same = {"namespace a::b {",
                                         "template <class T>  // another one",
                                         "struct Nearest { float squared; };",
                                         "inline constexpr int kAll = 1;",
                                         "inline int f(int x) { return 2 * x; }",
                                         "}"};
  const std::vector<std::string> apart = {"namespace a {",
                                          "struct Nearest {};",
                                          "namespace {",
                                          "constexpr int kAll = 2;",
                                          "}",
                                          "static inline int f(int x) { return 3 * x; }",
                                          "struct Other;",
                                          "}",
                                          "namespace a::b {",
                                          "inline int f(long x) { return 0; }",
                                          "}"};
  EXPECT_EQ(definedTwice({{"one.h", one}, {"same.h", same}}),
            (std::vector<std::string>{"::a::b::Nearest one.h same.h", "::a::b::inline int f(int x) one.h same.h", "::a::b::kAll one.h same.h"}));
  EXPECT_EQ(definedTwice({{"one.h", one}, {"apart.h", apart}}), std::vector<std::string>{});
}

/// A version is declared beside its row by the type of its contract, and defined in a file of its own. The linker compares what both take, not what
/// they return.
TEST(OneDefinition, TheFunctionOfAVersionReturnsTheTypeThatItsContractSays) {
  static const std::regex contract("using \\w+Function = ([^;]*?) ?\\(\\*\\)\\(const (\\w+)&"),
      row("\\.id = \"\\w+\\.(cpu|cuda)\\.(\\w+)\"[^}]*?\\.function = \\w+::(\\w+)"), special("[<>:*]");
  const auto textOf = [](const std::string& path) {
    std::string text;
    for (const std::string& line : house::linesOf(house::kRoot / path)) text += line + "\n";
    return text;
  };
  size_t versions = 0;
  for (const house::Source& source : house::sources()) {
    if (!source.path.starts_with("compute/") || !source.path.ends_with("/versions.cpp")) continue;
    const std::string folder = source.path.substr(0, source.path.rfind('/') + 1), rows = textOf(source.path), types = textOf(folder + "contract.h");
    std::smatch type;
    ASSERT_TRUE(std::regex_search(types, type, contract)) << folder;
    for (auto it = std::sregex_iterator(rows.begin(), rows.end(), row); it != std::sregex_iterator(); ++it, ++versions) {
      const std::string file = folder + it->str(2) + (it->str(1) == "cuda" ? ".cu" : ".cpp");
      const std::regex defined(std::regex_replace(type.str(1), special, "\\$&") + "\\s+(?:\\w+::)?" + it->str(3) + "\\(const " + type.str(2) + "&");
      EXPECT_TRUE(std::regex_search(textOf(file), defined)) << file << " defines " << it->str(3) << " otherwise than " << folder << "contract.h says";
    }
  }
  EXPECT_GT(versions, 100u);
}

}  // namespace
}  // namespace arete
