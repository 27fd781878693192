#include "ui/actions.h"

#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace arete;

static std::vector<std::string> shortcutsOf(const ActionInfo& row) {
  std::vector<std::string> shortcuts;
  for (std::string_view rest = row.shortcut; !rest.empty();) {
    const size_t comma = rest.find(", ");
    shortcuts.emplace_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
  }
  return shortcuts;
}

TEST(Actions, EveryActionHasItsRowInTheOrderOfTheEnum) {
  ASSERT_EQ(actions().size(), size_t(Action::about) + 1);
  for (size_t i = 0; i < actions().size(); ++i) EXPECT_EQ(size_t(actions()[i].action), i) << actions()[i].id;
  EXPECT_EQ(info(Action::playPause).id, "play_pause");
}

TEST(Actions, IdsAreUniqueSnakeCase) {
  std::set<std::string_view> ids;
  for (const ActionInfo& row : actions()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.id.empty());
    for (const char c : row.id)
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) || c == '_') << row.id;
  }
}

TEST(Actions, TextAndHelpSaySomething) {
  for (const ActionInfo& row : actions()) {
    EXPECT_GE(row.text.size(), 4u) << row.id;
    EXPECT_TRUE(row.help.ends_with(".")) << row.id << ": a sentence";
    EXPECT_GE(row.help.size(), 12u) << row.id;
  }
}

TEST(Actions, NoTwoActionsShareAShortcut) {
  std::map<std::string, std::string_view> owner;
  for (const ActionInfo& row : actions())
    for (const std::string& shortcut : shortcutsOf(row)) {
      EXPECT_FALSE(shortcut.empty()) << row.id;
      const auto [at, isNew] = owner.emplace(shortcut, row.id);
      EXPECT_TRUE(isNew) << shortcut << " is both " << at->second << " and " << row.id;
    }
}

TEST(Actions, ShortcutsOfTheIssueAreThere) {
  const std::map<Action, std::string> expected = {{Action::openFile, "Ctrl+O"},
                                                  {Action::saveSession, "Ctrl+S"},
                                                  {Action::exportResult, "Ctrl+E"},
                                                  {Action::undo, "Ctrl+Z"},
                                                  {Action::redo, "Ctrl+Shift+Z"},
                                                  {Action::playPause, "Space"},
                                                  {Action::stepForward, "Right"},
                                                  {Action::stepBack, "Left"},
                                                  {Action::stepForwardTen, "Shift+Right"},
                                                  {Action::stepBackTen, "Shift+Left"},
                                                  {Action::toStart, "Home"},
                                                  {Action::toEnd, "End"},
                                                  {Action::resetView, "R"},
                                                  {Action::savePicture, "F12"},
                                                  {Action::help, "F1"},
                                                  {Action::keys, "H"},
                                                  {Action::togglePanels, "Tab"},
                                                  {Action::fullScreen, "F11"}};
  for (const auto& [action, shortcut] : expected) EXPECT_EQ(shortcutsOf(info(action)).at(0), shortcut) << info(action).id;
}

TEST(Actions, TextFieldsKeepTheirClipboardKeys) {
  for (const ActionInfo& row : actions())
    for (const std::string& shortcut : shortcutsOf(row))
      for (const char* needed : {"Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Backspace", "Del", "Return", "Enter", "Ctrl+Left", "Ctrl+Right"})
        EXPECT_NE(shortcut, needed) << row.id;
}

TEST(Actions, MenusAreThoseOfTheWindowAndMnemonicsAreUniqueInEach) {
  const std::set<std::string_view> menus = {"File", "Edit", "View", "Algorithm", "Tools", "Window", "Help"};
  std::map<std::string_view, std::set<char>> used;
  for (const ActionInfo& row : actions()) {
    EXPECT_TRUE(menus.contains(row.menu.substr(0, row.menu.find('/')))) << row.id;
    const size_t at = row.text.find('&');
    ASSERT_LT(at + 1, row.text.size()) << row.id << " has no mnemonic";
    const char mnemonic = char(std::tolower(static_cast<unsigned char>(row.text[at + 1])));
    EXPECT_TRUE(used[row.menu].insert(mnemonic).second) << row.menu << ": '" << mnemonic << "' of " << row.id << " is taken";
  }
}
