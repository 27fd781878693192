// The language of the window: that of the system, one that was chosen in View › Language, or that of --language. A language is a file
// assets/translations/<its code>.po, built into the program.
#pragma once

#include <QString>
#include <QStringList>

namespace arete {

/// "de" …; "en", the language of the sources, first.
QStringList languages();
/// The one that was chosen for every start; "" for the system's.
QString chosenLanguage();
void chooseLanguage(const QString& code);
/// The first of the system's languages that there is; "en" where there is none of them.
QString languageOf(const QStringList& wanted);
/// Before the first widget: texts of Arete, and of Qt where its translations are installed. `code` "": as chosen.
void applyLanguage(const QString& code);

}  // namespace arete
