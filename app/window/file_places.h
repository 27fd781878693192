// Where files are: recent ones, bundled examples, and the filters of the dialogs.
#pragma once

#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "compute/text/translate.h"

namespace arete {

inline constexpr int kRecentFiles = 10;

/// Newest first; files that no longer exist are left out.
QStringList recentFiles();
void addRecentFile(const QString& path);
void clearRecentFiles();

/// Clouds and sessions that came with the program, by name.
QStringList exampleFiles();

/// Of the open dialog: all readable formats together, sessions, each format, all files.
QString openFilter();

/// Curves that can be read as a reference.
QString referenceFilter();

/// The folder that file dialogs start in: where the last one ended, but not that of the examples.
QString lastFolder();
void setLastFolder(const QString& file);
/// The folder for files that belong to a cloud: beside it, or lastFolder() where nothing should or can be written.
QString folderFor(const QString& cloud);

std::vector<std::string> toStrings(const QStringList& list);
inline QString toQt(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }
/// A text of a table in the language of the window.
inline QString translated(std::string_view english) { return toQt(arete::tr(english)); }
/// "WGS 84 (EPSG:4326), degree": the unit in the language of the window.
QString systemText(const std::string& system);

}  // namespace arete
