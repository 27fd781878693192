// replay: repeats the detection of a saved session; the same bits, or a failure.
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/detection.h"
#include "app/cli/read_flags.h"
#include "app/cli/read_in_order.h"
#include "app/cli/terminal.h"
#include "app/cli/version_files.h"
#include "compute/io/save_session.h"

namespace arete::cli {

Run addReplay(CommandApp& app) {
  struct Options {
    std::string session;
    std::vector<std::string> versionFiles;
    OutputFlags output;
  };
  const auto options = std::make_shared<Options>();
  app.addInput("SESSION", options->session, "The session, a .arete file.")->required();
  addVersionFiles(app, options->versionFiles, "Input");
  options->output.add(app);
  return [options](std::stop_token stop) {
    const LoadedSession loaded = readSession(options->session);
    warn(loaded.warnings);
    checkReplay(options->session, loaded.session);
    options->output.prepare();
    EarlyDevice device([&] { return loaded.session.job; }, loaded.session.files(), {});
    options->output.checkAssignment(loaded.session.job);
    const CloudFile file = readFor(options->output, loaded.session.files(), loaded.session.read, loaded.session.job.inputFilter(), stop);
    const auto frame = options->output.run(file.cloud, loaded.session.job, device, stop, file.crs);
    compareResult(options->session, loaded.session, *frame);
    remark(loaded.session.resultHash.empty() ? "the session does not know its result: nothing to compare with" : "same bits as in the session");
  };
}

}  // namespace arete::cli
