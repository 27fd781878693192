#include "app/cli/read_flags.h"

#include <iostream>
#include <vector>

#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/core/error.h"

namespace arete::cli {

struct ReadFlags::Given {
  int dimension = 0, skipLines = 0;
  std::string scalar = "auto", rawScalar = "float", separator;
  bool decimalComma = false;
  std::vector<std::string> columns;
  CLI::Option *dimensionFlag = nullptr, *skipLinesFlag = nullptr, *rawScalarFlag = nullptr, *decimalCommaFlag = nullptr;
};

static constexpr const char* kGroup = "Reading";

void ReadFlags::add(CLI::App& app) {
  given_ = std::make_shared<Given>();
  Given& given = *given_;
  given.dimensionFlag =
      app.add_option("--dim", given.dimension, "Number of coordinates, 1 to 16. Raw rows (.f32, .f64) need it; else it is found out.")
          ->type_name("D")
          ->check(CLI::Range(1, kMaxDimension))
          ->group(kGroup);
  app.add_option("--columns", given.columns, "The coordinate columns in order, by name or by number from 1: x,y or 3,4,5.")
      ->type_name("LIST")
      ->delimiter(',')
      ->expected(1, kMaxDimension)
      ->allow_extra_args(false)
      ->group(kGroup);
  app.add_option("--separator", given.separator,
                 "What separates columns of text: comma, semicolon, tab, space, bar, or the character itself. Else it is found out.")
      ->type_name("CHAR")
      ->group(kGroup);
  given.decimalCommaFlag = app.add_flag("--decimal-comma,!--decimal-point", given.decimalComma,
                                        "Numbers like 1,5 (or, with --decimal-point, like 1.5). Else it is found out.")
                               ->group(kGroup);
  given.skipLinesFlag = app.add_option("--skip-lines", given.skipLines, "Lines of text to pass over at the start.")
                            ->type_name("N")
                            ->check(CLI::NonNegativeNumber)
                            ->group(kGroup);
  app.add_option("--scalar", given.scalar,
                 "Type of the coordinates in memory: auto, float, double. auto takes float where that loses nothing that matters.")
      ->type_name("TYPE")
      ->check(CLI::IsMember({"auto", "float", "double"}))
      ->group(kGroup);
  given.rawScalarFlag = app.add_option("--raw-scalar", given.rawScalar, "Type of the numbers in a .raw or .bin file: float, double (default float).")
                            ->type_name("TYPE")
                            ->check(CLI::IsMember({"float", "double"}))
                            ->group(kGroup);
}

static Scalar scalarNamed(const std::string& name) { return name == "float" ? Scalar::float32 : Scalar::float64; }

static char separatorNamed(const std::string& text) {
  static constexpr std::pair<std::string_view, char> kNames[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'},
                                                                 {"\\t", '\t'},  {"space", ' '},     {"bar", '|'}};
  for (const auto& [name, separator] : kNames)
    if (text == name) return separator;
  if (text.size() == 1) return text[0];
  throw Error(ErrorKind::wrongUse, "cannot read with this separator", "--separator", "'" + text + "' is not one character",
              "give comma, semicolon, tab, space, bar or the character itself");
}

ReadOptions ReadFlags::options() const {
  const Given& given = *given_;
  ReadOptions options;
  if (given.dimensionFlag->count() > 0) options.dimension = given.dimension;
  if (given.scalar != "auto") options.scalar = scalarNamed(given.scalar);
  if (given.rawScalarFlag->count() > 0) options.rawScalar = scalarNamed(given.rawScalar);
  if (!given.separator.empty()) options.separator = separatorNamed(given.separator);
  if (given.decimalCommaFlag->count() > 0) options.decimalComma = given.decimalComma;
  if (given.skipLinesFlag->count() > 0) options.skipLines = given.skipLines;
  options.columns = given.columns;
  return options;
}

CloudFile readWithProgress(const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop) {
  CloudFile file;
  {
    Progress progress;
    file = readCloud(path, options, std::move(stop), [&](const ReadProgress& done) {
      if (progress.due())
        progress.show(done.bytesTotal == 0 ? 0 : double(done.bytesDone) / double(done.bytesTotal), "reading: " + plural(done.points, "point"));
    });
  }
  warn(file.warnings);
  if (file.nonFinite > 0)
    warn(countText(file.nonFinite) + " of " + plural(file.pointsInFile, "point") + " left out: a coordinate is missing or not finite");
  return file;
}

void warn(std::string_view text) { std::cerr << "warning: " << text << '\n'; }

void warn(std::span<const std::string> texts) {
  for (const std::string& text : texts) warn(text);
}

std::string_view name(Scalar scalar) { return scalar == Scalar::float32 ? "float" : "double"; }

}  // namespace arete::cli
