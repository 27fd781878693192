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
#include "compute/text/translate.h"

namespace arete {

namespace {

constexpr int kAction = Qt::UserRole;
constexpr QSize kSize(940, 720);

const char* const kMouse[][2] = {
    {mark("Left drag"), mark("rotate; in the 2D view: move")},
    {mark("Shift + left drag"), mark("move")},
    {mark("Right or middle drag"), mark("move; in the styles of other programs (View, Mouse) one of them zooms")},
    {mark("Wheel"), mark("zoom to the cursor")},
    {mark("Alt + wheel"), mark("size of the points")},
    {mark("Shift + wheel"), mark("angle of the perspective view")},
    {mark("Ctrl + wheel"), mark("cut away what is near, to look inside")},
    {mark("Click"), mark("inspect a point; while measuring: go on to it; while the curve is edited (E): select a node or an edge, with Shift too")},
    {mark("Del, Tab, Esc"), mark("while the curve is edited: remove what is selected, what else lies there, select nothing")},
    {mark("Arrows, Enter, Ctrl + Enter"),
     mark("while a cross is on the picture (Shift+X, or measuring): move it, with Shift finely; click there; move the selected node "
          "there, or turn about what is there")},
    {mark("Double click, middle click"), mark("turn about this point from now on")},
    {mark("Ctrl + click on a slider"), mark("type a number")},
};

QString nativeText(Action action) {
  QStringList names;
  for (const QKeySequence& key : shortcutsOf(action)) names << key.toString(QKeySequence::NativeText);
  return names.join(QString("  %1  ").arg(tr("or")));
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
      take_(new QPushButton(tr("&Change"))),
      none_(new QPushButton(tr("&No Key"))),
      original_(new QPushButton(tr("As It &Was"))),
      allOriginal_(new QPushButton(tr("&Reset All"))) {
  setWindowTitle(tr("Keys"));
  setObjectName("keys_dialog");
  search_->setObjectName("keys_search");
  search_->setPlaceholderText(tr("Search for an action or a key"));
  search_->setClearButtonEnabled(true);
  list_->setObjectName("keys_list");
  list_->setHeaderLabels({tr("Action"), tr("Keys"), tr("What it does")});
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
  QStringList parts;
  for (const QString& part : menu.split('/')) parts << translated(part.toStdString());
  const QString name = parts.join(" › ");
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    if (list_->topLevelItem(i)->text(0) == name) return list_->topLevelItem(i);
  return group(*list_, name);
}

void KeysDialog::fill() {
  QString menu;
  QTreeWidgetItem* parent = nullptr;
  for (const ActionInfo& row : arete::actions()) {
    if (toQt(row.menu) != menu) parent = groupOf(menu = toQt(row.menu));
    auto* item = new QTreeWidgetItem(parent, {plainName(row.action), "", translated(row.help)});
    item->setData(0, kAction, int(row.action));
    item->setToolTip(2, translated(row.help));
    items_[row.action] = item;
  }
  parent = group(*list_, tr("Mouse"));
  for (const auto& line : kMouse) {
    auto* item = new QTreeWidgetItem(parent, {"", arete::tr(line[0]), arete::tr(line[1])});
    item->setFlags(Qt::ItemIsEnabled);
    item->setToolTip(2, arete::tr(line[1]));
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
  chosen_->setText(action ? tr("New key of %1:").arg(plainName(*action)) : tr("Select an action to change its key."));
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
  problem_->setText(owner ? tr("%1 is the key of %2, which will lose it.").arg(key.toString(QKeySequence::NativeText), plainName(*owner))
                          : QString());
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
