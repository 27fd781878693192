#include "app/window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QSettings>
#include <QTranslator>

#include "app/window/file_places.h"
#include "translations.h"
#include "ui/key_bindings.h"

namespace arete {

namespace {

constexpr const char *kSetting = "language", *kEnglish = "en";

/// Buttons that Qt names, so that dialogs are whole where its own translations are missing.
[[maybe_unused]] constexpr const char* kOfQt[] = {mark("OK"),   mark("Cancel"), mark("Close"), mark("Save"), mark("Don't Save"),
                                                  mark("&Yes"), mark("&No"),    mark("Open"),  mark("&OK"),  mark("Discard")};

/// Members of QObject say tr() too, and Qt asks for its buttons: both are answered from the one table.
class TableTranslator : public QTranslator {
 public:
  using QTranslator::QTranslator;
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* english, const char*, int) const override {
    if (qstrcmp(context, "QShortcut") == 0) return QString::fromStdString(keyNames(english + std::string("+"))).chopped(1);
    const char* const text = arete::tr(english);
    return text == english ? QString() : QString::fromUtf8(text);
  }
};

}  // namespace

QStringList languages() {
  QStringList codes{kEnglish};
  for (const auto& [code, table] : translations::tables()) codes << toQt(code);
  return codes;
}

QString chosenLanguage() {
  const QString code = QSettings().value(kSetting).toString();
  return languages().contains(code) ? code : QString();
}

void chooseLanguage(const QString& code) {
  if (code.isEmpty()) QSettings().remove(kSetting);
  else QSettings().setValue(kSetting, code);
}

QString languageOf(const QStringList& wanted) {
  const QStringList known = languages();
  for (const QString& each : wanted)  // "de-AT", "de_AT.UTF-8"
    if (const QString code = each.left(each.indexOf(QRegularExpression("[-_.@]"))); known.contains(code)) return code;
  return kEnglish;
}

void applyLanguage(const QString& code) {
  const QString chosen = code.isEmpty() ? chosenLanguage() : code, language = chosen.isEmpty() ? languageOf(QLocale::system().uiLanguages()) : chosen;
  setTranslations({});
  if (language == kEnglish) return;
  for (const auto& [each, table] : translations::tables())
    if (toQt(each) == language && !setTranslations(table)) qWarning("the translation %s is no table of msgfmt", qPrintable(language));
  auto* const ofQt = new QTranslator(QCoreApplication::instance());
  QCoreApplication::installTranslator(new TableTranslator(QCoreApplication::instance()));
  if (ofQt->load("qtbase_" + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) QCoreApplication::installTranslator(ofQt);  // asked first
}

}  // namespace arete
