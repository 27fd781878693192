// Command lines of arete-cli, parsed only: a command that is to be run, help, or a message that says what is wrong. An input has an argument
// in each line.
#include <string>

#include "app/cli/help.h"
#include "app/cli/parser.h"
#include "compute/core/error.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/words.h"

namespace arete::fuzz {

namespace {

/// One parser for all inputs, as making it takes a hundred times as long as parsing.
struct Parser {
  cli::Run run;
  CLI::App app{"arete-cli"};
  Parser() { cli::addCommands(app, run); }
};

Parser& parser() {
  static Parser parser;
  return parser;
}

/// The commands, and the first example of each.
std::vector<std::string> seeds() {
  std::vector<std::string> inputs = {"--help", "--version", ""};
  for (const cli::Command& command : cli::commands()) {
    inputs.push_back(std::string(command.name) + "\n--help");
    const std::string_view start = "\n  arete-cli ";
    const size_t at = command.examples.find(start);
    if (at == std::string_view::npos) continue;
    std::string example(command.examples.substr(at + start.size()));
    example.resize(std::min(example.find('\n'), example.size()));
    std::replace(example.begin(), example.end(), ' ', '\n');
    inputs.push_back(example);
  }
  return inputs;
}

std::vector<std::string> flags() {
  std::vector<std::string> names;
  for (const CLI::App* command : parser().app.get_subcommands({})) {
    names.push_back(command->get_name());
    for (const CLI::Option* option : command->get_options())
      if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

bool run(std::string_view input) {
  constexpr size_t kMostArguments = 64;
  std::vector<std::string> arguments = {"arete-cli"};
  while (!input.empty() && arguments.size() < kMostArguments) {
    arguments.emplace_back(input.substr(0, input.find('\n')));
    arguments.back().resize(std::min(arguments.back().find('\0'), arguments.back().size()));  // as the system hands them on
    input.remove_prefix(std::min(input.find('\n'), input.size() - 1) + 1);
  }
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  Parser& here = parser();
  here.run = nullptr;
  try {
    here.app.parse(int(words.size()), words.data());
    require(here.run != nullptr, "no command, and no error");
    return true;
  } catch (const CLI::Success&) {
    require(!here.app.help().empty(), "no help");
  } catch (const CLI::ParseError& error) {
    require(!cli::unexpectedArguments(here.app).empty() || !std::string_view(error.what()).empty(), "an error without a message");
  } catch (const Error& error) {  // of a value that its flag refuses
    require(error.kind() == ErrorKind::wrongUse && !error.hint().empty(), error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) {
  static const std::vector<std::string> kFlags = flags();
  static const std::vector<std::string_view> kWords(kFlags.begin(), kFlags.end());
  static constexpr std::string_view kValues[] = {"-",   "--",     "=",    ",",  "1,2,3", "cloud.ply", "-o", "-k", "1e6",
                                                 "64G", "--r1=2", "auto", "on", "[",     "]",         "{}", "%%"};
  if (random.oneIn(2)) input += "\n" + std::string(random.of(kWords));
  if (random.oneIn(2)) input += "\n" + std::string(random.oneIn(2) ? random.of(kValues) : awkwardNumber(random));
  if (random.oneIn(2)) changeText(input, 0, input.size(), kWords, random);
}

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
