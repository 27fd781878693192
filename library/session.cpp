#include "arete/session.h"

#include <utility>

#include "compute/io/save_session.h"
#include "library/inside.h"

namespace arete::compute {

std::vector<std::string> saveSession(const Curve& curve, const std::string& path, const Control& control) {
  return translated([&] {
    const Cloud::Inside& cloud = *curve.inside().cloud;
    const SessionCloud source{cloud.file, cloud.files, cloud.read, cloud.filter};
    return arete::saveSession(path, source, curve.inside().frame.get(), control.stop);
  });
}

Replay replay(const std::string& path, const Control& control) {
  return translated([&] {
    LoadedSession loaded = readSession(path);
    const SessionFile& session = loaded.session;
    checkReplay(path, session);
    const auto inside = readInside(session.files(), session.read, session.job.filter, session.job.inputFilter(), control);
    const Cloud cloud(inside);
    const Curve curve = curveOf(cloud, session.job, control);
    compareResult(path, session, *curve.inside().frame);
    std::vector<std::string> warnings = std::move(loaded.warnings);
    warnings.insert(warnings.end(), inside->file.warnings.begin(), inside->file.warnings.end());
    return Replay{cloud, curve, std::move(warnings)};
  });
}

}  // namespace arete::compute
