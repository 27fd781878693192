#include "app/window/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include "compute/files/temporary_file.h"

namespace arete {

namespace {

const char* const kLockSuffix = ".lock";
const char* const kDamagedSuffix = ".damaged";

QString recoveryFolder() { return QFileInfo(QSettings().fileName()).absolutePath() + "/recovery"; }

/// Unique to this process, even after the system has given its number to another one.
QString ownPath() {
  const QString name = QString("%1-%2.arete").arg(QCoreApplication::applicationPid()).arg(QDateTime::currentMSecsSinceEpoch());
  QDir().mkpath(recoveryFolder());
  return recoveryFolder() + "/" + name;
}

/// Whether the program that wrote the file is gone.
bool isAbandoned(const QString& path) {
  QLockFile lock(path + kLockSuffix);
  lock.setStaleLockTime(0);  // of any age: it counts while its program runs
  return lock.tryLock(0);
}

}  // namespace

Recovery::Recovery(Controller& controller) : controller_(controller), path_(ownPath()), lock_(path_ + kLockSuffix) {
  lock_.setStaleLockTime(0);
  lock_.tryLock(0);
  writer_.setMaxThreadCount(1);
  timer_.setSingleShot(true);
  timer_.setInterval(kDelay_ms);
  connect(&timer_, &QTimer::timeout, this, &Recovery::save);
  for (const auto signal : {&Controller::sessionChanged, &Controller::frameChanged})
    connect(&controller_, signal, this, [this] {
      if (!timer_.isActive()) timer_.start();
    });
  connect(&controller_, &Controller::cloudChanged, this, &Recovery::takeOver);
}

Recovery::~Recovery() {
  writer_.waitForDone();
  if (!keeps_) QFile::remove(path_);
}

void Recovery::keepUnsaved() {
  if (!controller_.document().modified()) return;
  timer_.stop();
  save();
  keeps_ = true;
}

void Recovery::save() {
  if (controller_.cloud().empty()) return;
  writer_.start([path = path_.toStdString(), session = controller_.snapshot()] {
    try {
      writeSession(path, session);
    } catch (const Error& error) {
      qWarning("what is open cannot be kept for the case of a crash: %s", error.what());
    }
  });
}

std::optional<Recovery::Leftover> Recovery::leftover() const {
  removeAbandoned(recoveryFolder().toStdString());
  for (const QFileInfo& lock : QDir(recoveryFolder()).entryInfoList({QString("*") + kLockSuffix}, QDir::Files))
    isAbandoned(lock.absolutePath() + "/" + lock.completeBaseName());  // this removes the lock of a dead program
  std::optional<Leftover> refused;
  for (const QFileInfo& file : QDir(recoveryFolder()).entryInfoList({"*.arete"}, QDir::Files, QDir::Time)) {
    Leftover found;
    found.path = file.absoluteFilePath();
    found.saved = file.lastModified();
    if (found.path == path_ || !isAbandoned(found.path)) continue;
    try {
      const std::filesystem::path cloud = readSession(found.path.toStdString()).session.cloud;
      found.cloud = QString::fromStdString(cloud.filename().string());
      return found;
    } catch (const DamagedSession& error) {
      if (QFile::rename(found.path, found.path + kDamagedSuffix)) found.path += kDamagedSuffix;
      found.refused = error;
    } catch (const Error& error) {
      found.refused = error;
    }
    if (!refused) refused = std::move(found);
  }
  return refused;
}

void Recovery::restore(const Leftover& leftover) {
  restoring_ = leftover.path;
  restoringLock_ = std::make_unique<QLockFile>(restoring_ + kLockSuffix);
  restoringLock_->setStaleLockTime(0);
  restoringLock_->tryLock(0);
  controller_.restore(restoring_.toStdString());
}

/// Until a new file is written, the restored one may be needed again.
void Recovery::takeOver() {
  if (restoring_.isEmpty() || controller_.document().restoredFrom() != restoring_.toStdString()) return;
  writer_.waitForDone();  // with what was open before
  std::error_code ignored;
  std::filesystem::rename(restoring_.toStdString(), path_.toStdString(), ignored);
  restoring_.clear();
  restoringLock_.reset();
}

void Recovery::discard(const Leftover& leftover) { QFile::remove(leftover.path); }

}  // namespace arete
