// Keys that the user changed: kept from start to start, and shown wherever a key is named.
#pragma once

#include <optional>

#include <QAbstractButton>
#include <QKeySequence>
#include <QList>

#include "ui/key_bindings.h"

namespace arete {

/// Takes those of the user's settings.
void loadKeys();
/// The keys of an action from now on, kept. Other actions lose them. Returns those that did.
QList<Action> takeKeys(Action action, const QList<QKeySequence>& keys);
/// Those of the table of actions, for all.
void resetKeys();
/// Which action has this key now, besides `except`; nothing where it is free.
std::optional<Action> ownerOf(const QKeySequence& key, Action except);

QList<QKeySequence> shortcutsOf(Action action);
/// The menu's text without mnemonic and ellipsis.
QString plainName(Action action);

/// What the button does, and its key, as its tooltip, also after keys have changed.
void setTip(QAbstractButton& button, Action action);
void refreshTips(const QWidget& window);

}  // namespace arete
