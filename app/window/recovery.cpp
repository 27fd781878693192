#include "app/window/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace arete {

namespace {

const char* const kLockSuffix = ".lock";

QString recoveryFolder() { return QFileInfo(QSettings().fileName()).absolutePath() + "/recovery"; }

/// Of this process alone, also after the system has given its number to another one.
QString ownPath() {
  const QString name = QString("%1-%2.arete").arg(QCoreApplication::applicationPid()).arg(QDateTime::currentMSecsSinceEpoch());
  QDir().mkpath(recoveryFolder());
  return recoveryFolder() + "/" + name;
}

/// Whether the program that wrote the file is gone.
bool isAbandoned(const QString& path) {
  QLockFile lock(path + kLockSuffix);
  lock.setStaleLockTime(0);  // however old: it counts while its program runs
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
}

Recovery::~Recovery() {
  writer_.waitForDone();
  if (!controller_.cloud().empty()) QFile::remove(path_);  // else what could not be restored: its cloud may come back
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
  for (const QFileInfo& lock : QDir(recoveryFolder()).entryInfoList({QString("*") + kLockSuffix}, QDir::Files))
    isAbandoned(lock.absolutePath() + "/" + lock.completeBaseName());  // which takes the lock of a program that is gone away
  for (const QFileInfo& file : QDir(recoveryFolder()).entryInfoList({"*.arete"}, QDir::Files, QDir::Time)) {
    if (file.absoluteFilePath() == path_ || !isAbandoned(file.absoluteFilePath())) continue;
    try {
      const std::filesystem::path cloud = readSession(file.absoluteFilePath().toStdString()).session.cloud;
      return Leftover{file.absoluteFilePath(), QString::fromStdString(cloud.filename().string()), file.lastModified()};
    } catch (const Error&) {
      QFile::remove(file.absoluteFilePath());  // of no use to anybody
    }
  }
  return {};
}

void Recovery::restore(const Leftover& leftover) {
  writer_.waitForDone();
  QFile::remove(path_);
  const bool taken = QFile::rename(leftover.path, path_);  // until it is written anew it may be needed once more
  controller_.restore((taken ? path_ : leftover.path).toStdString());
}

void Recovery::discard(const Leftover& leftover) { QFile::remove(leftover.path); }

}  // namespace arete
