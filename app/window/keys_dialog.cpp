#include "app/window/keys_dialog.h"

#include <algorithm>

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/key_settings.h"

namespace arete {

namespace {

constexpr int kAction = Qt::UserRole;
constexpr QSize kSize(940, 720);

const char* const kMouse[][2] = {
    {"Left drag", "rotate; in the 2D view: move"},
    {"Shift + left drag", "move"},
    {"Right or middle drag", "move; in the styles of other programs (View, Mouse) one of them zooms"},
    {"Wheel", "zoom to the cursor"},
    {"Alt + wheel", "size of the points"},
    {"Shift + wheel", "angle of the perspective view"},
    {"Ctrl + wheel", "cut away what is near, to look inside"},
    {"Click", "inspect a point; while measuring: go on to it; while the curve is edited (E): select a node or an edge, with Shift too"},
    {"Del, Tab, Esc", "while the curve is edited: remove what is selected, what else lies there, select nothing"},
    {"Arrows, Enter, Ctrl + Enter",
     "while a cross is on the picture (Shift+X, or measuring): move it, with Shift finely; click there; move the selected node "
     "there, or turn about what is there"},
    {"Double click, middle click", "turn about this point from now on"},
    {"Ctrl + click on a slider", "type a number"},
};

QString nativeText(Action action) {
  QStringList names;
  for (const QKeySequence& key : shortcutsOf(action)) names << key.toString(QKeySequence::NativeText);
  return names.join("  or  ");
}

QTreeWidgetItem* group(QTreeWidget& list, const QString& name) {
  auto* item = new QTreeWidgetItem(&list, {name});
  QFont bold = list.font();
  bold.setBold(true);
  item->setFont(0, bold);
  item->setFirstColumnSpanned(true);
  item->setFlags(Qt::ItemIsEnabled);
  return item;
}

}  // namespace

KeysDialog::KeysDialog(QWidget* parent)
    : QDialog(parent),
      list_(new QTreeWidget),
      search_(new QLineEdit),
      key_(new QKeySequenceEdit),
      chosen_(new QLabel),
      problem_(new QLabel),
      take_(new QPushButton("&Change")),
      none_(new QPushButton("&No Key")),
      original_(new QPushButton("As It &Was")),
      allOriginal_(new QPushButton("&Reset All")) {
  setWindowTitle("Keys");
  setObjectName("keys_dialog");
  search_->setObjectName("keys_search");
  search_->setPlaceholderText("Search for an action or a key");
  search_->setClearButtonEnabled(true);
  list_->setObjectName("keys_list");
  list_->setHeaderLabels({"Action", "Keys", "What it does"});
  list_->setRootIsDecorated(false);
  list_->setItemsExpandable(false);
  list_->setAlternatingRowColors(true);
  key_->setObjectName("keys_key");
  take_->setObjectName("keys_change");
  allOriginal_->setObjectName("keys_all_original");
  chosen_->setObjectName("keys_chosen");
  problem_->setObjectName("keys_problem");
  problem_->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(search_);
  layout->addWidget(list_, 1);
  auto* row = new QHBoxLayout;
  row->addWidget(chosen_);
  row->addWidget(key_, 1);
  for (QPushButton* button : {take_, none_, original_}) button->setAutoDefault(false), row->addWidget(button);
  layout->addLayout(row);
  layout->addWidget(problem_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  allOriginal_->setAutoDefault(false);
  buttons->addButton(allOriginal_, QDialogButtonBox::ResetRole);
  layout->addWidget(buttons);
  fill();
  resize(kSize.boundedTo(parent->window()->size()));
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(search_, &QLineEdit::textChanged, this, &KeysDialog::find);
  connect(list_, &QTreeWidget::currentItemChanged, this, [this] { showSelected(); });
  connect(key_, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& keys) {
    if (keys.count() > 1) key_->setKeySequence(QKeySequence(keys[0]));  // one after the other would be a chord
    showOwner();
  });
  connect(take_, &QPushButton::clicked, this, [this] { give(key_->keySequence().toString(QKeySequence::PortableText)); });
  connect(none_, &QPushButton::clicked, this, [this] { give(""); });
  connect(original_, &QPushButton::clicked, this, [this] {
    if (const auto action = selected()) give(toQt(info(*action).shortcut));
  });
  connect(allOriginal_, &QPushButton::clicked, this, [this] {
    resetKeys();
    showKeys();
    Q_EMIT changed();
  });
  showKeys();
  search_->setFocus();
}

/// "Edit › Filter" for what is in a menu of a menu: there *Clear* alone would not say what.
QTreeWidgetItem* KeysDialog::groupOf(const QString& menu) {
  const QString name = QString(menu).replace('/', " › ");
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    if (list_->topLevelItem(i)->text(0) == name) return list_->topLevelItem(i);
  return group(*list_, name);
}

void KeysDialog::fill() {
  QString menu;
  QTreeWidgetItem* parent = nullptr;
  for (const ActionInfo& row : arete::actions()) {
    if (toQt(row.menu) != menu) parent = groupOf(menu = toQt(row.menu));
    auto* item = new QTreeWidgetItem(parent, {plainName(row.action), "", toQt(row.help)});
    item->setData(0, kAction, int(row.action));
    item->setToolTip(2, toQt(row.help));
    items_[row.action] = item;
  }
  parent = group(*list_, "Mouse");
  for (const auto& line : kMouse) {
    auto* item = new QTreeWidgetItem(parent, {"", line[0], line[1]});
    item->setFlags(Qt::ItemIsEnabled);
    item->setToolTip(2, line[1]);
  }
  list_->expandAll();
}

void KeysDialog::showKeys() {
  bool anyChanged = false;
  for (const auto& [action, item] : items_) {
    QFont font = list_->font();
    font.setBold(keysAreChanged(action));
    item->setText(1, nativeText(action));
    item->setFont(1, font);
    anyChanged = anyChanged || keysAreChanged(action);
  }
  allOriginal_->setEnabled(anyChanged);
  list_->resizeColumnToContents(0);
  list_->resizeColumnToContents(1);
  showSelected();
}

void KeysDialog::find(const QString& text) {
  for (int i = 0; i < list_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* group = list_->topLevelItem(i);
    int shown = 0;
    for (int k = 0; k < group->childCount(); ++k) {
      QTreeWidgetItem* item = group->child(k);
      bool matches = text.isEmpty();
      for (int column = 0; column < item->columnCount(); ++column) matches = matches || item->text(column).contains(text, Qt::CaseInsensitive);
      item->setHidden(!matches);
      shown += matches;
    }
    group->setHidden(shown == 0);
  }
}

std::optional<Action> KeysDialog::selected() const {
  const QTreeWidgetItem* item = list_->currentItem();
  if (item == nullptr || !item->data(0, kAction).isValid()) return {};
  return Action(item->data(0, kAction).toInt());
}

void KeysDialog::showSelected() {
  const auto action = selected();
  chosen_->setText(action ? "New key of " + plainName(*action) + ":" : QString("Select an action to change its key."));
  key_->setVisible(action.has_value());
  for (QPushButton* button : {take_, none_, original_}) button->setVisible(action.has_value());
  if (action) none_->setEnabled(!keysOf(*action).empty()), original_->setEnabled(keysAreChanged(*action));
  key_->clear();
  showOwner();
}

void KeysDialog::showOwner() {
  const auto action = selected();
  const QKeySequence key = key_->keySequence();
  take_->setEnabled(action && !key.isEmpty());
  const auto owner = action && !key.isEmpty() ? ownerOf(key, *action) : std::nullopt;
  problem_->setText(owner ? key.toString(QKeySequence::NativeText) + " is the key of " + plainName(*owner) + ", which will lose it." : QString());
  problem_->setVisible(owner.has_value());
}

void KeysDialog::give(const QString& keys) {
  const auto action = selected();
  if (!action) return;
  QList<QKeySequence> list;
  for (const QString& key : keys.split(", ", Qt::SkipEmptyParts)) list << QKeySequence::fromString(key, QKeySequence::PortableText);
  takeKeys(*action, list);
  showKeys();
  Q_EMIT changed();
}

}  // namespace arete
