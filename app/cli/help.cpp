#include "app/cli/help.h"

#include <sstream>
#include <vector>

#include "compute/text/suggest.h"

namespace arete::cli {

static constexpr size_t kNameColumn = 28, kWidth = 118;

/// `name` in a column of its own, `text` wrapped to the right of it.
static std::string twoColumns(const std::string& name, const std::string& text) {
  std::string out = "  " + name, line;
  if (name.size() + 4 > kNameColumn) out += '\n';
  else out.append(kNameColumn - out.size(), ' ');
  if (out.back() == '\n') out.append(kNameColumn, ' ');

  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && kNameColumn + line.size() + 1 + word.size() > kWidth) {
      out += line + '\n' + std::string(kNameColumn, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return out + line + '\n';
}

HelpFormatter::HelpFormatter() { label("Positionals", "Arguments"); }

std::string HelpFormatter::make_usage(const CLI::App* app, std::string) const {
  std::string line = "\nUsage: arete-cli";
  if (app->get_parent() == nullptr) return line + " COMMAND [flags]\n";
  line += ' ' + app->get_name();
  for (const CLI::Option* option : app->get_options([](const CLI::Option* each) { return each->get_positional(); }))
    line += option->get_required() ? ' ' + option->get_name() : " [" + option->get_name() + ']';
  return line + " [flags]\n";
}

/// CLI11 appends what a flag sets, "{false}", and what it checks, ":{a,b}", to the names; the description says it better.
static std::string withoutNotes(std::string name, std::string_view from, std::string_view to) {
  for (size_t begin; (begin = name.find(from)) != name.npos;) {
    const size_t end = to.empty() ? name.npos : name.find(to, begin);
    name.erase(begin, end == name.npos ? end : end + to.size() - begin);
  }
  return name;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  const std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
  return CLI::detail::find_and_replace(text, "\n\n\n", "\n\n");
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const {
  std::string name = withoutNotes(option->get_name(isPositional, !isPositional), "{", "}");
  for (size_t comma = name.find(','); comma != std::string::npos; comma = name.find(',', comma + 2)) name.insert(comma + 1, " ");
  if (!isPositional && option->get_type_size() != 0) name += ' ' + withoutNotes(option->get_type_name(), ":", "");
  return twoColumns(name, option->get_description());
}

std::string HelpFormatter::make_subcommand(const CLI::App* app) const { return twoColumns(app->get_name(), app->get_description()); }

std::string unexpectedArguments(const CLI::App& app) {
  const std::vector<std::string> unexpected = app.remaining(true);
  if (unexpected.empty()) return {};
  const std::string& given = unexpected.front();
  const bool isFlag = given.starts_with('-');
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> names;
  if (isFlag) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else if (chosen.empty()) {
    for (const CLI::App* each : app.get_subcommands({})) names.push_back(each->get_name());
  }
  const std::string what = isFlag ? "unknown flag '" : chosen.empty() ? "unknown command '" : "unexpected argument '";
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string near = nearestOf(given.substr(0, given.find('=')), views);
  const bool several = near.find(',') != near.npos;
  return what + given + "'" + (near.empty() ? "" : std::string("\n  hint: did you mean ") + (several ? "one of " : "") + near + '?');
}

}  // namespace arete::cli
