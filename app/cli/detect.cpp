// detect: cloud in, curve out.
#include "app/cli/command.h"
#include "app/cli/detection.h"
#include "app/cli/job_flags.h"
#include "app/cli/read_flags.h"

namespace arete::cli {

Run addDetect(CommandApp& app) {
  struct Options {
    std::string file;
    ReadFlags read;
    JobFlags job;
    OutputFlags output;
  };
  const auto options = std::make_shared<Options>();
  app.addInput("FILE", options->file, "The point cloud.")->required();
  options->output.add(app);
  options->job.add(app);
  options->read.add(app);
  return [options](std::stop_token stop) {
    const Job job = options->job.job();
    options->output.prepare();
    const CloudFile file = readWithProgress(options->file, options->read.options(), stop);
    options->output.run(file.cloud, job, stop);
  };
}

}  // namespace arete::cli
