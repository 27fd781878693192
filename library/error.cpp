#include "arete/error.h"

#include <new>
#include <utility>

#include "compute/io/read_clouds.h"
#include "library/inside.h"

namespace arete::compute {

static_assert(int(Fault::badInput) == int(ErrorKind::badInput) && int(Fault::wrongUse) == int(ErrorKind::wrongUse) &&
              int(Fault::io) == int(ErrorKind::io) && int(Fault::outOfMemory) == int(ErrorKind::outOfMemory) &&
              int(Fault::deviceLost) == int(ErrorKind::deviceLost) && int(Fault::internal) == int(ErrorKind::internal));

Error::Error(Fault fault, const std::string& failed, const std::string& where, const std::string& reason, const std::string& hint,
             std::vector<std::string> warnings)
    : std::runtime_error(arete::Error(ErrorKind::internal, failed, where, reason, hint).what()),
      fault_(fault),
      failed_(failed),
      where_(where),
      reason_(reason),
      hint_(hint),
      warnings_(std::move(warnings)) {}
Error::~Error() = default;

const char* version() noexcept { return ARETE_VERSION; }

void rethrowAsOwn() {
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const NoPointLeft& error) {
    throw Error(Fault(error.kind()), error.failed(), error.where(), error.reason(), error.hint(), error.file().warnings);
  } catch (const arete::Error& error) {
    throw Error(Fault(error.kind()), error.failed(), error.where(), error.reason(), error.hint());
  } catch (const Cancelled&) {
    throw Error(Fault::cancelled, "the work was cancelled", "", "it was asked to stop", "");
  } catch (const std::bad_alloc&) {
    throw Error(Fault::outOfMemory, "out of memory", "", "there is not enough for this cloud", "take fewer points");
  } catch (const std::exception& error) {
    throw Error(Fault::internal, "unexpected failure", "", error.what(), "please report it");
  }
}

}  // namespace arete::compute
