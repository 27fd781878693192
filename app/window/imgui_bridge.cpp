#include "app/window/imgui_bridge.h"

#include <algorithm>
#include <chrono>
#include <string>

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <imgui.h>
#include <imgui_internal.h>

#include <backends/imgui_impl_opengl3.h>

#include "ui/style.h"

namespace arete {

namespace {

constexpr float kPanelWheelStep = 120;  // angleDelta of one notch
constexpr int kSettlingFrames = 3;      // ImGui shows what an event did one or two frames later
constexpr float kMarkerRadius = 9;
#if IMGUI_VERSION_NUM < 18700
static_assert(ImGuiKey_COUNT <= ImGuiBridge::kKeyCount);
#endif

struct KeyRow {
  int qt;
  ImGuiKey imgui;
};
const KeyRow kKeys[] = {{Qt::Key_Tab, ImGuiKey_Tab},
                        {Qt::Key_Left, ImGuiKey_LeftArrow},
                        {Qt::Key_Right, ImGuiKey_RightArrow},
                        {Qt::Key_Up, ImGuiKey_UpArrow},
                        {Qt::Key_Down, ImGuiKey_DownArrow},
                        {Qt::Key_PageUp, ImGuiKey_PageUp},
                        {Qt::Key_PageDown, ImGuiKey_PageDown},
                        {Qt::Key_Home, ImGuiKey_Home},
                        {Qt::Key_End, ImGuiKey_End},
                        {Qt::Key_Insert, ImGuiKey_Insert},
                        {Qt::Key_Delete, ImGuiKey_Delete},
                        {Qt::Key_Backspace, ImGuiKey_Backspace},
                        {Qt::Key_Space, ImGuiKey_Space},
                        {Qt::Key_Return, ImGuiKey_Enter},
                        {Qt::Key_Escape, ImGuiKey_Escape},
                        {Qt::Key_Enter, ImGuiKey_KeyPadEnter},
                        {Qt::Key_A, ImGuiKey_A},
                        {Qt::Key_C, ImGuiKey_C},
                        {Qt::Key_V, ImGuiKey_V},
                        {Qt::Key_X, ImGuiKey_X},
                        {Qt::Key_Y, ImGuiKey_Y},
                        {Qt::Key_Z, ImGuiKey_Z}};

qint64 now_ns() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

int buttonIndex(Qt::MouseButton button) { return button == Qt::LeftButton ? 0 : button == Qt::RightButton ? 1 : button == Qt::MiddleButton ? 2 : -1; }

QByteArray clipboardText;  // ImGui takes a pointer that must outlive the call

const char* getClipboard(void*) {
  clipboardText = QGuiApplication::clipboard()->text().toUtf8();
  return clipboardText.constData();
}

void setClipboard(void*, const char* text) { QGuiApplication::clipboard()->setText(QString::fromUtf8(text)); }

}  // namespace

ImGuiBridge::ImGuiBridge() : context_(ImGui::CreateContext()) {
  makeCurrent();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the window keeps its own settings
  io.BackendPlatformName = "arete_qt";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor would mean redrawing all the time
  io.GetClipboardTextFn = getClipboard;
  io.SetClipboardTextFn = setClipboard;
#if IMGUI_VERSION_NUM < 18700
  for (const KeyRow& row : kKeys) io.KeyMap[row.imgui] = row.imgui;
#endif
}

ImGuiBridge::~ImGuiBridge() {
  releaseGl();
  ImGui::DestroyContext(context_);
}

void ImGuiBridge::makeCurrent() const { ImGui::SetCurrentContext(context_); }

void ImGuiBridge::initializeGl() {
  makeCurrent();
  releaseGl();
  glReady_ = ImGui_ImplOpenGL3_Init("#version 330 core");
  fontRatio_ = 0;
  unsettledFrames_ = kSettlingFrames;
}

void ImGuiBridge::releaseGl() {
  if (!glReady_) return;
  makeCurrent();
  ImGui_ImplOpenGL3_Shutdown();
  glReady_ = false;
}

/// Dear ImGui's part keeps names of GL objects and a block of memory; with the context they are nothing that could be deleted, and a few
/// hundred bytes are left behind once.
void ImGuiBridge::contextLost() {
  makeCurrent();
  ImGui::GetIO().BackendRendererUserData = nullptr;
  ImGui::GetIO().Fonts->SetTexID(nullptr);
  glReady_ = false;
}

/// Sharp at every scale of the screen: built for its device pixels, shown in logical ones.
void ImGuiBridge::buildFont(double devicePixelRatio) {
  const bool rebuilt = fontRatio_ > 0;
  fontRatio_ = devicePixelRatio;
  const std::string problem = loadFonts(devicePixelRatio);
  if (!problem.empty()) qWarning("%s", problem.c_str());
  if (rebuilt) ImGui_ImplOpenGL3_DestroyFontsTexture();
  if (rebuilt) ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImGuiBridge::feedModifiers(Qt::KeyboardModifiers modifiers) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(ImGuiMod_Ctrl, modifiers & Qt::ControlModifier);
  io.AddKeyEvent(ImGuiMod_Shift, modifiers & Qt::ShiftModifier);
  io.AddKeyEvent(ImGuiMod_Alt, modifiers & Qt::AltModifier);
#else
  io.KeyCtrl = modifiers & Qt::ControlModifier;
  io.KeyShift = modifiers & Qt::ShiftModifier;
  io.KeyAlt = modifiers & Qt::AltModifier;
#endif
}

void ImGuiBridge::feedKey(const QKeyEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  const bool press = event.type() == QEvent::KeyPress;
  const Qt::KeyboardModifiers modifiers = event.modifiers();
  feedModifiers(modifiers);
  const bool tab = (keyboard_ || io.WantTextInput) && (event.key() == Qt::Key_Tab || event.key() == Qt::Key_Backtab);
  const bool chooses = popupOpen() && (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter);  // in lists ImGui knows Space alone
  // Return ends typing; ImGui's own Tab would forget what was typed and begin elsewhere.
  const int key = tab ? int(Qt::Key_Return) : chooses ? int(Qt::Key_Space) : event.key();
  for (const KeyRow& row : kKeys) {
    if (row.qt != key) continue;
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(row.imgui, press);
#else
    keyDown_[row.imgui] = press;
    keyPressed_[row.imgui] |= press;
#endif
  }
  const bool printable = !event.text().isEmpty() && event.text().at(0).isPrint() && !(modifiers & Qt::ControlModifier);
  if (press && printable) io.AddInputCharactersUTF8(event.text().toUtf8().constData());
}

void ImGuiBridge::releaseAll() {
  down_ = pressed_ = {};
  keyDown_ = keyPressed_ = {};
}

void ImGuiBridge::feed(const QEvent& event) {
  makeCurrent();
  ImGuiIO& io = ImGui::GetIO();
  unsettledFrames_ = kSettlingFrames;
  const auto position = [&](const QSinglePointEvent& mouse) {
    io.MousePos = ImVec2(float(mouse.position().x() / scale_), float(mouse.position().y() / scale_));
    feedModifiers(mouse.modifiers());
  };
  switch (event.type()) {
    case QEvent::MouseMove: position(static_cast<const QMouseEvent&>(event)); break;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseButtonRelease: {
      const auto& mouse = static_cast<const QMouseEvent&>(event);
      position(mouse);
      if (const int button = buttonIndex(mouse.button()); button >= 0) {
        const bool release = event.type() == QEvent::MouseButtonRelease;
        const bool dragged = down_[size_t(button)] && (io.MousePos.x != seenAt_.x() || io.MousePos.y != seenAt_.y());
        down_[size_t(button)] = !release;
        pressed_[size_t(button)] |= !release || dragged;  // a frame must see where the drag ended
      }
      break;
    }
    case QEvent::Wheel: {
      const auto& wheel = static_cast<const QWheelEvent&>(event);
      position(wheel);
      io.MouseWheel += float(wheel.angleDelta().y()) / kPanelWheelStep;
      io.MouseWheelH += float(wheel.angleDelta().x()) / kPanelWheelStep;
      break;
    }
    case QEvent::KeyPress:
    case QEvent::KeyRelease: feedKey(static_cast<const QKeyEvent&>(event)); break;
    case QEvent::FocusOut: releaseAll(); break;
    case QEvent::Leave: io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX); break;
    default: break;
  }
}

bool ImGuiBridge::overPanel(QPointF position) const {
  makeCurrent();
  if (ImGui::GetIO().WantCaptureMouse && std::any_of(down_.begin(), down_.end(), [](bool down) { return down; })) return true;
  const ImVec2 at(float(position.x() / scale_), float(position.y() / scale_));
  const auto& windows = ImGui::GetCurrentContext()->Windows;
  return std::any_of(windows.begin(), windows.end(), [&](const ImGuiWindow* window) {
    return window->WasActive && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) && window->OuterRectClipped.Contains(at);
  });
}

bool ImGuiBridge::wantsText() const {
  makeCurrent();
  return ImGui::GetIO().WantTextInput;
}

bool ImGuiBridge::popupOpen() const { return !context_->OpenPopupStack.empty(); }

void ImGuiBridge::setKeyboard(bool on) {
  keyboard_ = on;
  unsettledFrames_ = kSettlingFrames;
}

void ImGuiBridge::listenToKeys() {
  ImGuiIO& io = ImGui::GetIO();
  if (keyboard_ || popupOpen()) {
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else {
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    context_->NavDisableHighlight = true;
  }
}

void ImGuiBridge::beginFrame(QSize size, double devicePixelRatio) {
  makeCurrent();
  ImGuiIO& io = ImGui::GetIO();
  if (devicePixelRatio != fontRatio_) buildFont(devicePixelRatio);
  io.DisplaySize = ImVec2(float(size.width()), float(size.height()));
  io.DisplayFramebufferScale = ImVec2(float(devicePixelRatio), float(devicePixelRatio));
  listenToKeys();
  const qint64 now = now_ns();
  constexpr float kLongest = 60;  // seconds: nothing is drawn while nothing happens, and tooltips go all the same
  io.DeltaTime = std::clamp(float(now - lastFrame_ns_) * 1e-9f, 1e-4f, kLongest);
  lastFrame_ns_ = now;
  unsettledFrames_ = std::max(unsettledFrames_ - 1, 0);
  seenAt_ = {io.MousePos.x, io.MousePos.y};
  for (size_t i = 0; i < kButtons; ++i) {
    io.MouseDown[i] = down_[i] || pressed_[i];
    if (pressed_[i] && !down_[i]) unsettledFrames_ = kSettlingFrames;  // its release is for the next frame
    pressed_[i] = false;
  }
#if IMGUI_VERSION_NUM < 18700
  for (size_t i = 0; i < kKeyCount; ++i) {
    io.KeysDown[i] = keyDown_[i] || keyPressed_[i];
    if (keyPressed_[i] && !keyDown_[i]) unsettledFrames_ = kSettlingFrames;
    keyPressed_[i] = false;
  }
#endif
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void ImGuiBridge::drawMarker(QPointF position, bool light) {
  const ImVec2 at(float(position.x()), float(position.y()));
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->AddCircle(at, kMarkerRadius, light ? IM_COL32(255, 255, 255, 200) : IM_COL32(0, 0, 0, 160), 0, 3.5f);
  list->AddCircle(at, kMarkerRadius, colourOf(Sign::selected, light ? Theme::white : Theme::dark).packed(), 0, 1.8f);
}

void ImGuiBridge::endFrame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Qt::CursorShape ImGuiBridge::cursor() const {
  makeCurrent();
  switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_TextInput: return Qt::IBeamCursor;
    case ImGuiMouseCursor_ResizeAll: return Qt::SizeAllCursor;
    case ImGuiMouseCursor_ResizeNS: return Qt::SizeVerCursor;
    case ImGuiMouseCursor_ResizeEW: return Qt::SizeHorCursor;
    case ImGuiMouseCursor_ResizeNESW: return Qt::SizeBDiagCursor;
    case ImGuiMouseCursor_ResizeNWSE: return Qt::SizeFDiagCursor;
    case ImGuiMouseCursor_Hand: return Qt::PointingHandCursor;
    case ImGuiMouseCursor_NotAllowed: return Qt::ForbiddenCursor;
    default: return Qt::ArrowCursor;
  }
}

}  // namespace arete
