#include "app/window/session_stack.h"

#include <QDateTime>
#include <QStringList>

namespace arete {

namespace {

constexpr qint64 kMergeWithin_ms = 900;

/// One edit more by its words.
QString editChange(const EditList& before, const EditList& after) {
  if (before == after) return {};
  if (before.inForce() == after.inForce()) return "noise left out";
  if (after.size() != before.size() + 1) return "edits";
  const std::string_view label = editInfo(after.all().back().kind).label;
  return QString::fromUtf8(label.data(), qsizetype(label.size()));
}

QString jobChange(const Job& before, const Job& after) {
  QStringList changes;
  for (const ParamInfo* info : allParameters())
    if (before.params.get(*info) != after.params.get(*info)) changes << QString::fromUtf8(info->label.data(), qsizetype(info->label.size()));
  for (size_t i = 0; i < kStages.size(); ++i) {
    const std::string_view stage = stageInfo(kStages[i]).title;
    if (before.versionIds[i] != after.versionIds[i]) changes << "version of " + QString::fromUtf8(stage.data(), qsizetype(stage.size()));
  }
  if (before.backend != after.backend) changes << "device";
  if (before.filter != after.filter) changes << "filter";
  if (const QString edit = editChange(before.edits, after.edits); !edit.isEmpty()) changes << edit;
  return changes.join(", ");
}

QString viewChange(const View& before, const View& after) {
  if (before.camera != after.camera) return "view";
  if (before.theme != after.theme) return "theme";
  if (before.axes != after.axes) return "axes drawn";
  if (before.colourBy != after.colourBy || before.attribute != after.attribute || before.colourMap != after.colourMap ||
      before.colourLimits != after.colourLimits || before.curveColour != after.curveColour)
    return "colours";
  if (before.measured != after.measured) return "measurement";
  if (before.leastSupport != after.leastSupport) return "what is hidden";
  for (const LayerInfo& layer : layers())
    if (before.style(layer.id) != after.style(layer.id)) return QString::fromUtf8(layer.label.data(), qsizetype(layer.label.size())).toLower();
  return {};
}

}  // namespace

QString describeChange(const Session& before, const Session& after) {
  if (before.crs != after.crs) return "coordinate system";
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
