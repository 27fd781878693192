// try: a version that the user wrote, compiled, compared with the reference to the bit, and timed beside ours.
#include <chrono>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "app/cli/trial_text.h"
#include "app/cli/version_files.h"
#include "app/cli/whole_file.h"
#include "compute/mine/sanitize.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace {

struct TryOptions {
  std::string file, cloud, page;
  TrialFlags trial;
  VersionLimits limits;
  ReadFlags read;
  bool json = false, sanitize = false;
};

/// What compute-sanitizer finds goes to standard error. Throws Error(badInput) where it finds something.
void sanitize(const std::string& file, const StageContext& context) {
  const mine::Sanitized found = mine::sanitizeVersion(file, mine::sanitizerProgram(), context);
  std::cerr << printableLines(found.text);
  if (found.errors() > 0)
    throw Error(ErrorKind::badInput, "your version failed", file, "compute-sanitizer counts " + std::to_string(found.errors()) + " errors",
                "its messages above name kernel and line");
}

void run(const TryOptions& options, const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  const Filter filter = options.read.filter(options.cloud);
  TriedFile tried{.file = options.file};
  Progress progress;
  progress.show(0, "compiling " + options.file);
  tried.version = openVersion(options.file, options.limits.wish(), stop);
  if (options.sanitize) mine::checkSanitizer(*tried.version);
  mine::TrialWish wish = options.trial.wish(*tried.version);
  tried.params = options.trial.params(*tried.version, true);
  if (!options.cloud.empty()) {
    const std::vector<std::filesystem::path> files = {options.cloud};
    wish.cloud = readWithProgress(files, options.read.options(), filter, stop).cloud;
    wish.r1 = options.trial.radius(*wish.cloud);
  }
  const std::unique_ptr<Device> device = options.trial.device(tried.version->backend, wish);
  progress.show(0, "comparing " + options.file);
  tried.trial = mine::tryVersion(tried.version, wish, {*device, stop, {}}, tried.params);
  tried.seconds = secondsSince(start);
  progress.clear();
  if (!options.page.empty()) writeWholeFile(options.page, pageOf({&tried, 1}, wish, device->description()), stop);
  std::cout << (options.json ? jsonText(jsonOf(tried, wish)) : textOf(tried, wish));
  if (options.sanitize) sanitize(options.file, {*device, stop, {}});
  if (!tried.trial.isSound())
    throw Error(ErrorKind::badInput, tried.trial.failure.empty() ? "your version differs from the reference" : "your version failed", options.file,
                tried.trial.failure.empty() ? tried.trial.first : tried.trial.failure, tried.trial.hint);
}

}  // namespace

Run addTry(CommandApp& app) {
  const auto options = std::make_shared<TryOptions>();
  app.addInput("VERSION", options->file, "Your file: .cpp, or .cu for a GPU.")->required();
  app.addInput("CLOUD", options->cloud, "A point cloud to compare and time it on; without one only the small tasks are asked.");
  options->trial.add(app);
  options->limits.add(app, "How it runs");
  app.add_flag("--sanitize", options->sanitize,
               "Run a .cu also under NVIDIA's compute-sanitizer, which names the line that reads or writes where it must not.")
      ->group("How it runs");
  app.addOutput("--page", options->page, "Source, differences and times on one page that needs nothing else: .html.")->group("Output");
  app.add_flag("--json", options->json, "Print what was found as JSON.")->group("Output");
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, stop); };
}

}  // namespace arete::cli
