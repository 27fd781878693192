#include "app/window/presets.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "compute/io/session_file.h"
#include "compute/text/translate.h"

namespace arete {

namespace {

constexpr const char* kEnding = ".arete";
constexpr const ParamInfo* kOfTheCloud[] = {&kR1Param, &kR2Param};

QString folder() { return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/presets"; }

}  // namespace

QStringList presetNames() {
  QStringList names;
  for (const QFileInfo& file : QDir(folder()).entryInfoList({QString("*") + kEnding}, QDir::Files, QDir::Name | QDir::IgnoreCase))
    names << file.completeBaseName();
  return names;
}

QString presetPath(const QString& name) { return folder() + "/" + name + kEnding; }

QString nameObstacle(const QString& name) {
  constexpr int kLongest = 100;
  if (name.trimmed().isEmpty()) return tr("Give it a name.");
  if (name != name.trimmed() || name.startsWith('.')) return tr("A name begins and ends with a letter or a digit.");
  if (name.contains('/') || name.contains(QChar(0))) return tr("A name cannot contain a slash.");
  return name.size() > kLongest ? QString(tr("A name has at most %1 letters.")).arg(kLongest) : QString();
}

void savePreset(const QString& name, const Job& job) {
  QDir().mkpath(folder());  // writing says what is wrong
  SessionFile preset;
  preset.job.params = job.params;
  for (const ParamInfo* info : kOfTheCloud) preset.job.params.reset(*info);
  preset.job.versionIds = job.versionIds;
  preset.job.backend = job.backend;
  void(writeSession(presetPath(name).toStdString(), preset));
}

void removePreset(const QString& name) { QFile::remove(presetPath(name)); }

Job withPreset(const Job& job, const QString& name) {
  const Job preset = readSession(presetPath(name).toStdString()).session.job;
  Job next = job;
  next.params = preset.params;
  next.versionIds = preset.versionIds;
  next.backend = preset.backend;
  for (const ParamInfo* info : kOfTheCloud) next.params.set(*info, job.params.get(*info));
  return next;
}

}  // namespace arete
