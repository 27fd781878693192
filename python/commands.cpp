#include "python/commands.h"

#include <iostream>
#include <mutex>

#include "app/cli/help.h"
#include "app/cli/parser.h"
#include "compute/core/error.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/working.h"

namespace arete::python {

static std::mutex& streams() {
  static std::mutex mutex;
  return mutex;
}

CapturedOutput::CapturedOutput() : outBefore_((streams().lock(), std::cout.rdbuf(out_.rdbuf()))), errBefore_(std::cerr.rdbuf(err_.rdbuf())) {}

CapturedOutput::~CapturedOutput() {
  std::cout.rdbuf(outBefore_);
  std::cerr.rdbuf(errBefore_);
  streams().unlock();
}

namespace {

struct Printed {
  std::string output, errors;
};

Printed runCommand(const Arguments& arguments, const std::stop_token& stop) {
  const CapturedOutput captured;
  CLI::App app{"arete-cli"};
  cli::Run run;
  try {
    cli::addCommands(app, run);
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));
    run(stop);
  } catch (const CLI::Success& asked) {
    app.exit(asked, std::cout);
  } catch (const CLI::ParseError& error) {
    const std::string unexpected = cli::unexpectedArguments(app);
    throw Error(ErrorKind::wrongUse, "wrong use", arguments.empty() ? "" : arguments.front(), unexpected.empty() ? error.what() : unexpected);
  }
  return {captured.output(), captured.errors()};
}

py::tuple command(const Arguments& arguments, const py::object& progress) {
  const Printed printed = inBackground(progress, [&](Working& working) { return runCommand(arguments, working.stop()); });
  return py::make_tuple(textOf(printed.output), textOf(printed.errors));
}

}  // namespace

void addCommands(py::module_& module) { module.def("command", &command); }

}  // namespace arete::python
