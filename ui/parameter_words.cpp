#include "ui/parameter_words.h"

#include "compute/core/choice_words.h"
#include "compute/text/translate.h"

namespace arete {

std::string choiceText(const ParamInfo& info, size_t choice) { return std::string(tr(std::string_view(choiceWords(info, choice)))); }

std::string helpText(const ParamInfo& info) {
  return helpInWords(std::string(tr(info.help)), info, [](const ParamInfo& of, size_t choice) { return arete::quoted(choiceText(of, choice)); });
}

std::string quoted(std::string_view text) { return filled(tr("“%1”"), text); }

}  // namespace arete
