#include "app/window/session_stack.h"

#include <QDateTime>
#include <QStringList>

#include "app/window/file_places.h"

namespace arete {

namespace {

constexpr qint64 kMergeWithin_ms = 900;

/// One edit more by its words.
QString editChange(const EditList& before, const EditList& after) {
  if (before == after) return {};
  if (before.inForce() == after.inForce()) return tr("noise left out");
  if (after.size() != before.size() + 1) return tr("edits");
  return translated(editInfo(after.all().back().kind).label);
}

QString jobChange(const Job& before, const Job& after) {
  QStringList changes;
  for (const ParamInfo* info : allParameters())
    if (before.params.get(*info) != after.params.get(*info)) changes << translated(info->label);
  for (size_t i = 0; i < kStages.size(); ++i) {
    if (before.versionIds[i] != after.versionIds[i]) changes << QString(tr("version of %1")).arg(translated(stageInfo(kStages[i]).title));
  }
  if (before.backend != after.backend) changes << tr("device");
  if (before.filter != after.filter) changes << tr("filter");
  if (const QString edit = editChange(before.edits, after.edits); !edit.isEmpty()) changes << edit;
  return changes.join(", ");
}

QString viewChange(const View& before, const View& after) {
  if (before.camera != after.camera) return tr("view");
  if (before.theme != after.theme) return tr("theme");
  if (before.axes != after.axes) return tr("axes drawn");
  if (before.colourBy != after.colourBy || before.attribute != after.attribute || before.colourMap != after.colourMap ||
      before.colourLimits != after.colourLimits || before.curveColour != after.curveColour)
    return tr("colours");
  if (before.measured != after.measured) return tr("measurement");
  if (before.leastSupport != after.leastSupport) return tr("what is hidden");
  for (const LayerInfo& layer : layers())
    if (before.style(layer.id) != after.style(layer.id)) return QString(tr("layer %1")).arg(translated(layer.label));
  return {};
}

}  // namespace

QString describeChange(const Session& before, const Session& after) {
  if (before.crs != after.crs) return tr("coordinate system");
  const QString job = jobChange(before.job, after.job);
  return job.isEmpty() ? viewChange(before.view, after.view) : job;
}

SessionCommand::SessionCommand(Session before, Session after, int mergeKey, Restore restore)
    : before_(std::move(before)),
      after_(std::move(after)),
      mergeKey_(mergeKey),
      time_ms_(QDateTime::currentMSecsSinceEpoch()),
      restore_(std::move(restore)) {
  setText(describeChange(before_, after_));
}

bool SessionCommand::mergeWith(const QUndoCommand* newer) {
  const auto* other = static_cast<const SessionCommand*>(newer);
  if (other->time_ms_ - time_ms_ > kMergeWithin_ms) return false;
  after_ = other->after_;
  time_ms_ = other->time_ms_;
  setText(describeChange(before_, after_));
  return true;
}

void SessionCommand::redo() {
  if (done_) done_ = false;
  else restore_(after_);
}

}  // namespace arete
