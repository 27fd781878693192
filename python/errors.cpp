#include "python/errors.h"

#include <string>
#include <vector>

#include "compute/core/enum_names.h"
#include "compute/core/error.h"
#include "compute/io/read_clouds.h"
#include "compute/text/suggest.h"
#include "python/working.h"

namespace arete::python {

py::str textOf(std::string_view text) {
  PyObject* const made = PyUnicode_DecodeUTF8(text.data(), py::ssize_t(text.size()), "surrogateescape");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

py::list textsOf(const std::vector<std::string>& texts) {
  py::list list;
  for (const std::string& text : texts) list.append(textOf(text));
  return list;
}

static constexpr EnumNames<ErrorKind, 6> kErrorKinds{"bad_input", "wrong_use", "io", "out_of_memory", "device_lost", "internal"};

static void raise(const Error& error) {
  const py::object make = py::module_::import("arete._errors").attr("of_engine");
  const py::object raised =
      make(textOf(error.failed()), textOf(error.where()), textOf(error.reason()), textOf(error.hint()), textOf(kErrorKinds(error.kind())));
  PyErr_SetObject(py::type::handle_of(raised).ptr(), raised.ptr());
}

/// Why no point is left may be what the files' warnings say.
static void raiseAfterWarnings(const NoPointLeft& nothing) {
  try {
    py::module_::import("arete._errors").attr("warn")(textsOf(nothing.file().warnings));
    raise(nothing);
  } catch (py::error_already_set& warning) {  // where warnings are errors
    warning.restore();
  }
}

void addErrors(py::module_& module) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const NoPointLeft& nothing) {
      raiseAfterWarnings(nothing);
    } catch (const Error& error) {
      raise(error);
    } catch (const Cancelled&) {
      PyErr_SetNone(isEnding() ? PyExc_SystemExit : PyExc_KeyboardInterrupt);
    }
  });
  module.def("nearest", [](const std::string& given, const std::vector<std::string>& known) {
    const std::vector<std::string_view> views(known.begin(), known.end());
    return nearestOf(given, views);
  });
}

}  // namespace arete::python
