#include "app/window/key_settings.h"

#include <QSettings>
#include <QVariant>

#include "app/window/file_places.h"

namespace arete {

namespace {

constexpr const char *kGroup = "keys", *kTipOf = "arete_action";

void keep(Action action) {
  QSettings settings;
  settings.beginGroup(kGroup);
  const QString id = toQt(info(action).id);
  if (keysAreChanged(action)) settings.setValue(id, toQt(keysOf(action)));
  else settings.remove(id);
}

void set(Action action, const QList<QKeySequence>& keys) {
  QStringList names;
  for (const QKeySequence& key : keys) names << key.toString(QKeySequence::PortableText);
  setKeys(action, names.join(", ").toStdString());
  keep(action);
}

void showTip(QAbstractButton& button, Action action) {
  const QString keys = toQt(keyNames(keysOf(action)));
  button.setToolTip(translated(info(action).help) + (keys.isEmpty() ? QString() : " (" + keys + ")"));
}

}  // namespace

void loadKeys() {
  QSettings settings;
  settings.beginGroup(kGroup);
  for (const ActionInfo& row : actions())
    if (const QString id = toQt(row.id); settings.contains(id)) setKeys(row.action, settings.value(id).toString().toStdString());
}

QList<Action> takeKeys(Action action, const QList<QKeySequence>& keys) {
  QList<Action> losers;
  for (const QKeySequence& key : keys)
    while (const auto owner = ownerOf(key, action)) {
      QList<QKeySequence> left = shortcutsOf(*owner);
      left.removeAll(key);
      set(*owner, left);
      losers << *owner;
    }
  set(action, keys);
  return losers;
}

void resetKeys() {
  for (const ActionInfo& row : actions()) {
    setKeys(row.action, std::string(row.shortcut));
    keep(row.action);
  }
}

std::optional<Action> ownerOf(const QKeySequence& key, Action except) {
  for (const ActionInfo& row : actions())
    if (row.action != except && shortcutsOf(row.action).contains(key)) return row.action;
  return {};
}

QList<QKeySequence> shortcutsOf(Action action) {
  QList<QKeySequence> keys;
  for (const QString& key : toQt(keysOf(action)).split(", ", Qt::SkipEmptyParts)) keys << QKeySequence::fromString(key, QKeySequence::PortableText);
  return keys;
}

QString plainName(Action action) {
  QString name = translated(info(action).text);
  return name.remove('&').remove(QChar(0x2026));
}

void setTip(QAbstractButton& button, Action action) {
  button.setProperty(kTipOf, int(action));
  showTip(button, action);
}

void refreshTips(const QWidget& window) {
  for (QAbstractButton* button : window.findChildren<QAbstractButton*>())
    if (const QVariant action = button->property(kTipOf); action.isValid()) showTip(*button, Action(action.toInt()));
}

}  // namespace arete
