#include "app/cli/help.h"

#include <sstream>
#include <vector>

#include "compute/core/suggest.h"

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

HelpFormatter::HelpFormatter() {
  label("Positionals", "Arguments");
  label("Subcommands", "Commands");
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string) const {
  std::string line = "\nUsage: arete-cli";
  if (app->get_parent() == nullptr) return line + " COMMAND [flags]\n";
  line += ' ' + app->get_name();
  for (const CLI::Option* option : app->get_options([](const CLI::Option* each) { return each->get_positional(); }))
    line += option->get_required() ? ' ' + option->get_name() : " [" + option->get_name() + ']';
  return line + " [flags]\n";
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const {
  std::string name = option->get_name(isPositional, !isPositional);
  for (size_t comma = name.find(','); comma != std::string::npos; comma = name.find(',', comma + 2)) name.insert(comma + 1, " ");
  if (!isPositional && option->get_type_size() != 0) name += ' ' + option->get_type_name();
  return twoColumns(name, option->get_description());
}

std::string HelpFormatter::make_subcommand(const CLI::App* app) const { return twoColumns(app->get_name(), app->get_description()); }

std::string unexpectedArguments(const CLI::App& app) {
  const std::vector<std::string> unexpected = app.remaining(true);
  if (unexpected.empty()) return "an argument was not expected";
  const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  const std::string& given = unexpected.front();
  std::vector<std::string> names;
  if (given.starts_with('-')) {
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else if (command == &app) {
    for (const CLI::App* each : app.get_subcommands({})) names.push_back(each->get_name());
  }
  const std::string what = given.starts_with('-') ? "unknown flag '" : command == &app ? "unknown command '" : "unexpected argument '";
  if (names.empty()) return what + given + "'";
  const std::vector<std::string_view> known(names.begin(), names.end());
  return what + given + "'\n  hint: known, closest first: " + closestFirst(given, known);
}

}  // namespace arete::cli
