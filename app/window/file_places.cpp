#include "app/window/file_places.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include "compute/io/read_cloud.h"
#include "compute/io/read_curve.h"
#include "compute/text/translate.h"

namespace arete {

namespace {

const char* const kRecentKey = "files/recent";
const char* const kFolderKey = "files/folder";
const char* const kAllFiles = mark("All files (*)");

/// The examples beside the program: in the build tree, or installed.
QString examplesFolder() {
  const QString program = QCoreApplication::applicationDirPath();
  for (const QString& folder : {program + "/../../../assets/clouds", program + "/../share/arete/clouds"})
    if (QFileInfo(folder).isDir()) return QDir::cleanPath(folder);
  return {};
}

}  // namespace

QStringList recentFiles() {
  QStringList files = QSettings().value(kRecentKey).toStringList();
  files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
  return files.mid(0, kRecentFiles);
}

void addRecentFile(const QString& path) {
  const QString file = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(file);
  files.prepend(file);
  QSettings().setValue(kRecentKey, files.mid(0, kRecentFiles));
}

void clearRecentFiles() { QSettings().remove(kRecentKey); }

QStringList exampleFiles() {
  const QString folder = examplesFolder();
  if (folder.isEmpty()) return {};
  QStringList patterns{"*.arete"};
  for (const FormatInfo& format : readableFormats())
    for (const std::string_view extension : format.extensions) patterns << "*." + toQt(extension);
  QStringList files;
  for (const QFileInfo& file : QDir(folder).entryInfoList(patterns, QDir::Files, QDir::Name)) files << file.absoluteFilePath();
  return files;
}

QString openFilter() {
  QStringList all{"*.arete"}, rows;
  for (const FormatInfo& format : readableFormats()) {
    QStringList patterns;
    for (const std::string_view extension : format.extensions) patterns << "*." + toQt(extension);
    all << patterns;
    rows << translated(format.label) + " (" + patterns.join(' ') + ")";
  }
  return QStringList{QString(tr("Point clouds and sessions (%1)")).arg(all.join(' ')), rows.join(";;"), tr("Sessions (*.arete)"), tr(kAllFiles)}.join(
      ";;");
}

QString systemText(const std::string& system) {
  [[maybe_unused]] static constexpr const char* kUnits[] = {mark("degree"), mark("metre")};
  const size_t at = system.rfind(", ");
  return at == system.npos ? toQt(system) : toQt(system.substr(0, at + 2)) + translated(std::string_view(system).substr(at + 2));
}

QString referenceFilter() {
  QStringList patterns;
  for (const CurveReader& reader : curveReaders()) patterns << "*." + toQt(reader.extension);
  return QString(tr("Curves (%1)")).arg(patterns.join(' ')) + ";;" + tr(kAllFiles);
}

QString lastFolder() {
  const QString folder = QSettings().value(kFolderKey).toString();
  for (const QString& place : {folder, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)})
    if (QFileInfo(place).isDir()) return place;
  return QDir::homePath();
}

void setLastFolder(const QString& file) {
  const QString folder = QFileInfo(file).absolutePath();
  if (folder != examplesFolder()) QSettings().setValue(kFolderKey, folder);
}

QString folderFor(const QString& cloud) {
  const QFileInfo folder(QFileInfo(cloud).absolutePath());
  return folder.isWritable() && folder.filePath() != examplesFolder() ? folder.filePath() : lastFolder();
}

std::vector<std::string> toStrings(const QStringList& list) {
  std::vector<std::string> strings;
  for (const QString& text : list) strings.push_back(text.toStdString());
  return strings;
}

}  // namespace arete
