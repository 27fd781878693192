#include "app/cli/help.h"

#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "app/cli/short_help.h"
#include "app/cli/terminal.h"
#include "compute/text/suggest.h"

namespace arete::cli {

/// What lines are made to fit. A pipe gets as much as pages of manuals take.
static size_t lineWidth() {
  constexpr size_t kNarrowest = 40, kWidest = 118;
  return std::clamp(terminalWidth(STDOUT_FILENO, kWidest), kNarrowest, kWidest);
}

static size_t nameColumn() {
  constexpr size_t kColumn = 28, kShare = 3;
  return std::min(kColumn, lineWidth() / kShare);
}

/// Words in lines, all but the first indented.
static std::string wrapped(const std::string& text, size_t indent) {
  std::string out, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > lineWidth()) {
      out += line + '\n' + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return out + line;
}

/// Paragraphs are wrapped; lines that are indented, and titles, stay.
static std::string wrappedParagraphs(const std::string& text) {
  std::istringstream lines(text);
  std::string out, paragraph;
  const auto end = [&] {
    if (!paragraph.empty()) out += wrapped(paragraph, 0) + '\n';
    paragraph.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    const bool stays = line.empty() || line.starts_with(' ') || line.ends_with(':');
    if (stays) end(), out += line + '\n';
    else paragraph += line + ' ';
  }
  end();
  return out;
}

/// `name` in a column of its own, `text` wrapped to the right of it.
static std::string twoColumns(const std::string& name, const std::string& text) {
  std::string out = "  " + name;
  if (name.size() + 4 > nameColumn()) out += '\n' + std::string(nameColumn(), ' ');
  else out.append(nameColumn() - out.size(), ' ');
  return out + wrapped(text, nameColumn()) + '\n';
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

static std::string namesOf(const CLI::Option* option, bool isPositional) {
  std::string name = withoutNotes(option->get_name(isPositional, !isPositional), "{", "}");
  for (size_t comma = name.find(','); comma != std::string::npos; comma = name.find(',', comma + 2)) name.insert(comma + 1, " ");
  if (!isPositional && option->get_type_size() != 0) name += ' ' + withoutNotes(option->get_type_name(), ":", "");
  return name;
}

std::string HelpFormatter::make_description(const CLI::App* app) const { return wrappedParagraphs(app->get_description()); }

std::string HelpFormatter::make_footer(const CLI::App* app) const {
  const std::string footer = app->get_footer();
  return footer.empty() ? footer : '\n' + wrappedParagraphs(footer);
}

/// Up to its first full stop.
static std::string firstSentence(const std::string& text) {
  const size_t end = text.find(". ");
  return end == text.npos ? text : text.substr(0, end + 1);
}

std::string HelpFormatter::shortHelp(const CLI::App* app, const std::string& name) const {
  std::string out = make_description(app) + make_usage(app, name) + make_positionals(app);
  for (const HelpTask& task : tasksOf(app->get_name())) {
    std::string flags;
    for (const std::string_view flag : task.flags)
      if (const CLI::Option* const option = app->get_option_no_throw("--" + std::string(flag)))
        flags += twoColumns(namesOf(option, false), firstSentence(option->get_description()));
    if (!flags.empty()) out += '\n' + std::string(task.title) + ":\n" + flags;
  }
  return out + '\n' + wrapped("All flags, and examples: arete-cli " + app->get_name() + " --help", 0) + '\n';
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  const bool isShort = mode == CLI::AppFormatMode::Normal && !tasksOf(app->get_name()).empty();
  const std::string text = isShort ? shortHelp(app, name) : CLI::Formatter::make_help(app, std::move(name), CLI::AppFormatMode::Normal);
  std::istringstream lines(CLI::detail::find_and_replace(text, "\n\n\n", "\n\n"));
  std::string out;
  for (std::string line; std::getline(lines, line);) out += (line.starts_with(' ') ? line : wrapped(line, 0)) + '\n';  // titles of groups too
  return out;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const {
  return twoColumns(namesOf(option, isPositional), option->get_description());
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
