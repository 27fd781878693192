#include "app/cli/phase_text.h"

namespace arete::cli {

std::string phaseText(const Span& span) {
  if (span.earth) return "earth " + std::to_string(span.position);
  return std::to_string(span.circuit) + "." + std::to_string(span.position) + (span.conductor > 1 ? "." + std::to_string(span.conductor) : "");
}

}  // namespace arete::cli
