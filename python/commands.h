// Commands of arete-cli within this process: what they would print becomes text.
#pragma once

#include <pybind11/pybind11.h>

#include <iosfwd>
#include <sstream>
#include <string>

namespace arete::python {

namespace py = pybind11;

/// While it lives, what is written to std::cout and std::cerr is kept instead. One at a time: others wait. The streams are this module's own:
/// Python's and those of other libraries stay what they are.
class CapturedOutput {
 public:
  CapturedOutput();
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  std::string output() const { return out_.str(); }
  std::string errors() const { return err_.str(); }

 private:
  std::ostringstream out_, err_;
  std::streambuf *const outBefore_, *const errBefore_;
};

void addCommands(py::module_& module);

}  // namespace arete::python
