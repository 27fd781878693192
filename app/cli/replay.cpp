// replay: repeats the detection of a saved session; the same bits, or a failure.
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/detection.h"
#include "app/cli/read_flags.h"
#include "compute/core/error.h"
#include "compute/io/session_file.h"

namespace arete::cli {

static void compareHashes(const std::string& expected, const Frame& frame, const std::string& session) {
  if (expected.empty()) {
    std::cerr << "the session does not know its result: nothing to compare with\n";
  } else if (expected != frame.hash) {
    throw Error(ErrorKind::internal, "the result is not that of the session", session, "it says " + expected + ", this run gave " + frame.hash,
                "has the cloud changed, or was the session saved by another version of Arete?");
  } else {
    std::cerr << "same bits as in the session\n";
  }
}

Run addReplay(CommandApp& app) {
  struct Options {
    std::string session;
    OutputFlags output;
  };
  const auto options = std::make_shared<Options>();
  app.addInput("SESSION", options->session, "The session, a .arete file.")->required();
  options->output.add(app);
  return [options](std::stop_token stop) {
    const LoadedSession loaded = readSession(options->session);
    warn(loaded.warnings);
    if (loaded.session.cloud.empty())
      throw Error(ErrorKind::badInput, "nothing to replay", options->session, "the session has no cloud",
                  "open a cloud in Arete and save the session again");
    options->output.prepare();
    EarlyDevice device([&] { return loaded.session.job; }, {});
    const CloudFile file = readWithProgress(loaded.session.files(), loaded.session.read, loaded.session.job.inputFilter(), stop);
    const auto frame = options->output.run(file.cloud, loaded.session.job, device, stop, file.crs);
    compareHashes(loaded.session.resultHash, *frame, options->session);
  };
}

}  // namespace arete::cli
