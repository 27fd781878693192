// completion: what a shell needs to complete commands, flags and their values, from the same table of commands that parses them.
#include <algorithm>
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/job_flags.h"
#include "app/cli/param_flags.h"
#include "app/cli/text.h"
#include "compute/engine/job.h"
#include "compute/io/write_curve.h"
#include "compute/measures/quality/contract.h"

namespace arete::cli {

namespace {

using Words = std::vector<std::string>;

std::string spaced(const Words& words) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  return joined(views, " ");
}

/// A flag as shells know it.
struct ShellFlag {
  Words names;  ///< "--output", "-o"
  std::string help;
  bool value = false;
  Words words;  ///< what may be given; empty: a file, or anything
};

struct ShellCommand {
  std::string name, help;
  std::vector<ShellFlag> flags;
  Words words;  ///< what the first argument may be; empty: a file
};

/// "cpu", "cuda" and "auto" of "NAME:{cpu,cuda,auto}", as CLI11 describes what it checks.
Words checkedWords(const std::string& type) {
  const size_t begin = type.find('{'), end = type.find('}');
  Words words;
  if (begin == type.npos || end == type.npos) return words;
  for (size_t at = begin + 1; at <= end;) {
    const size_t comma = std::min(type.find(',', at), end);
    words.push_back(type.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

Words choicesOf(const std::string& flag) {
  const auto among = [&](std::span<const ParamInfo* const> infos) -> Words {
    for (const ParamInfo* info : infos) {
      if (flagName(*info) != flag) continue;
      if (info->kind == ParamKind::toggle) return {"on", "off"};
      return {info->choices.begin(), info->choices.end()};
    }
    return {};
  };
  for (const auto infos : {jobParameters(), bootstrapParameters(), qualityParameters()})
    if (Words words = among(infos); !words.empty()) return words;
  for (const Version& version : catalog())
    if (Words words = among(version.parameters); !words.empty()) return words;
  return {};
}

Words idsOf(const std::string& flag) {
  Words ids;
  if (flag == "--format")
    for (const CurveFormat& format : curveFormats()) ids.emplace_back(format.id);
  for (const Stage stage : kStages)
    if (flag == versionFlag(stage) || (stageInfo(stage).use == StageUse::neighbours && flag == "--version"))
      for (const Version& version : versions(stage)) ids.emplace_back(version.id);
  return ids;
}

Words wordsOf(const CLI::Option& option, const std::string& name) {
  if (Words words = checkedWords(option.get_type_name()); !words.empty()) return words;
  const std::string type = option.get_type_name();
  return type == "CHOICE" ? choicesOf(name) : type == "ID" ? idsOf(name) : Words();
}

ShellFlag shellFlag(const CLI::Option& option) {
  ShellFlag flag{{}, option.get_description(), option.get_items_expected_max() != 0, {}};  // a switch has a type, too
  for (const std::string& name : option.get_lnames()) flag.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) flag.names.push_back("-" + name);
  if (flag.value && !flag.names.empty()) flag.words = wordsOf(option, flag.names.front());
  return flag;
}

std::vector<ShellCommand> shellCommands(const CLI::App& app) {
  std::vector<ShellCommand> all;
  for (const CLI::App* each : app.get_subcommands({})) {
    ShellCommand command{each->get_name(), each->get_description(), {}, {}};
    for (const CLI::Option* option : each->get_options()) {
      if (option->get_group().empty()) continue;  // former names of flags
      if (!option->get_positional()) command.flags.push_back(shellFlag(*option));
      else if (command.words.empty()) command.words = checkedWords(option->get_type_name());
    }
    all.push_back(std::move(command));
  }
  return all;
}

/// The first sentence, in single quotes, without what `special` names.
std::string quotedHelp(const std::string& help, std::string_view special) {
  const size_t end = help.find(". ");
  std::string text;
  for (const char c : end == help.npos ? help : help.substr(0, end)) text += special.find(c) == special.npos ? c : c == '\'' ? '`' : ' ';
  if (text.ends_with('.')) text.pop_back();
  return text;
}

void printBash(const std::vector<ShellCommand>& commands) {
  Words names;
  for (const ShellCommand& command : commands) names.push_back(command.name);
  std::cout << "# bash completion of arete-cli; made by 'arete-cli completion bash'\n_arete_cli() {\n"
               "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags= words=\n  COMPREPLY=()\n"
               "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '--help --version "
            << spaced(names) << "' -- \"$current\"))\n    return\n  fi\n  case \"${COMP_WORDS[1]}:$before\" in\n";
  for (const ShellCommand& command : commands) {
    for (const ShellFlag& flag : command.flags)
      if (!flag.words.empty())
        for (const std::string& name : flag.names)
          std::cout << "    " << command.name << ':' << name << ") words='" << spaced(flag.words) << "' ;;\n";
    if (!command.words.empty()) std::cout << "    " << command.name << ':' << command.name << ") words='" << spaced(command.words) << "' ;;\n";
  }
  std::cout << "  esac\n  case \"${COMP_WORDS[1]}\" in\n";
  for (const ShellCommand& command : commands) {
    Words flags;
    for (const ShellFlag& flag : command.flags) flags.insert(flags.end(), flag.names.begin(), flag.names.end());
    std::cout << "    " << command.name << ") flags='" << spaced(flags) << "' ;;\n";
  }
  std::cout << "  esac\n  if [[ $current == -* ]]; then\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$current\"))\n"
               "  elif [ -n \"$words\" ]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
               "  else\n    compopt -o filenames 2>/dev/null\n    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n  fi\n}\n"
               "complete -F _arete_cli arete-cli\n";
}

void printZsh(const std::vector<ShellCommand>& commands) {
  constexpr std::string_view kSpecial = "'[]:\\";
  std::cout << "#compdef arete-cli\n# zsh completion of arete-cli; made by 'arete-cli completion zsh'\n_arete-cli() {\n  local -a commands=(\n";
  for (const ShellCommand& command : commands) std::cout << "    '" << command.name << ':' << quotedHelp(command.help, kSpecial) << "'\n";
  std::cout << "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n  local command=$words[2]\n"
               "  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const ShellCommand& command : commands) {
    std::cout << "    " << command.name << ")\n      _arguments";
    for (const ShellFlag& flag : command.flags)
      for (const std::string& name : flag.names) {
        const std::string_view equals = flag.value && name.starts_with("--") ? "=" : "";  // --flag=value, or in two words
        std::cout << " \\\n        '" << (flag.value ? "*" : "") << name << equals << '[' << quotedHelp(flag.help, kSpecial) << ']';
        if (flag.value) std::cout << ": :" << (flag.words.empty() ? "_files" : '(' + spaced(flag.words) + ')');
        std::cout << '\'';
      }
    std::cout << " \\\n        '*: :" << (command.words.empty() ? "_files" : '(' + spaced(command.words) + ')') << "' ;;\n";
  }
  // As a file in fpath it is called to complete; read by `source` it says what it is for.
  std::cout << "  esac\n}\nif [ \"${funcstack[1]:-}\" = _arete-cli ]; then\n  _arete-cli \"$@\"\nelse\n  compdef _arete-cli arete-cli\nfi\n";
}

void printFish(const std::vector<ShellCommand>& commands) {
  std::cout << "# fish completion of arete-cli; made by 'arete-cli completion fish'\n";
  for (const ShellCommand& command : commands) {
    std::cout << "complete -c arete-cli -n __fish_use_subcommand -f -a " << command.name << " -d '" << quotedHelp(command.help, "'\\") << "'\n";
    const std::string here = "complete -c arete-cli -n '__fish_seen_subcommand_from " + command.name + '\'';
    if (!command.words.empty()) std::cout << here << " -f -a '" << spaced(command.words) << "'\n";
    for (const ShellFlag& flag : command.flags) {
      std::cout << here;
      for (const std::string& name : flag.names) std::cout << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
      if (flag.value) std::cout << (flag.words.empty() ? " -r -F" : " -x -a '" + spaced(flag.words) + '\'');
      std::cout << " -d '" << quotedHelp(flag.help, "'\\") << "'\n";
    }
  }
}

}  // namespace

Run addCompletion(CommandApp& app) {
  const auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish.")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  return [shell, all = app.get_parent()](std::stop_token) {
    const std::vector<ShellCommand> commands = shellCommands(*all);
    (*shell == "bash" ? printBash : *shell == "zsh" ? printZsh : printFish)(commands);
  };
}

}  // namespace arete::cli
