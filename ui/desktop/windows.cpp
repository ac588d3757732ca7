// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/windows/library.h"
#include "core/platform/windows/windows_header.h"
#include "ui/desktop/desktop.h"

#include <QCoreApplication>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QWidget>
#include <QWindow>

#include <cmath>
#include <objbase.h>
#include <propsys.h>
#include <shlobj.h>
#include <utility>

namespace jitterscope::ui::desktop {
namespace {

/// The windows are Windows' own, and not Qt's without a screen.
bool hasWindows() {
    return QGuiApplication::platformName() == QLatin1String("windows");
}

HWND handleOf(const QWindow& window) {
    return reinterpret_cast<HWND>(window.winId());
}

LPCWSTR wide(const QString& text) {
    return reinterpret_cast<LPCWSTR>(text.utf16());
}

/// An object of COM; empty: Windows refused.
template <typename Interface>
class Com {
public:
    Com() = default;
    Com(Com&& other) noexcept : m_object(std::exchange(other.m_object, nullptr)) {}
    Com(const Com&) = delete;
    Com& operator=(const Com&) = delete;
    Com& operator=(Com&&) = delete;
    ~Com() {
        if (m_object != nullptr)
            m_object->Release();
    }
    static Com made(const CLSID& kind) {
        Com one;
        if (FAILED(::CoCreateInstance(kind, nullptr, CLSCTX_INPROC_SERVER, __uuidof(Interface), one.place())))
            one.m_object = nullptr;
        return one;
    }
    template <typename Other>
    [[nodiscard]] Com<Other> as() const {
        Com<Other> other;
        (void)m_object->QueryInterface(__uuidof(Other), other.place());
        return other;
    }
    [[nodiscard]] void** place() { return reinterpret_cast<void**>(&m_object); }
    [[nodiscard]] Interface* get() const { return m_object; }
    Interface* operator->() const { return m_object; }
    explicit operator bool() const { return m_object != nullptr; }

private:
    Interface* m_object = nullptr;
};

/// How an entry is called. The name of this property is System.Title.
bool setTitle(const Com<IShellLinkW>& link, const QString& title) {
    static constexpr PROPERTYKEY kTitle{
        {0xF29F85E0, 0x4FF9, 0x1068, {0xAB, 0x91, 0x08, 0x00, 0x2B, 0x27, 0xB3, 0xD9}}, 2};
    const auto store = link.as<IPropertyStore>();
    if (!store)
        return false;
    PROPVARIANT value{};
    value.vt = VT_LPWSTR;
    value.pwszVal = const_cast<wchar_t*>(wide(title)); // it is copied
    return SUCCEEDED(store->SetValue(kTitle, value)) && SUCCEEDED(store->Commit());
}

/// This program with these arguments.
Com<IShellLinkW> linkTo(const QString& arguments, const QString& title, const QString& tip) {
    auto link = Com<IShellLinkW>::made(CLSID_ShellLink);
    const QString program = QDir::toNativeSeparators(QCoreApplication::applicationFilePath());
    if (link && SUCCEEDED(link->SetPath(wide(program))) && SUCCEEDED(link->SetArguments(wide(arguments))) &&
        SUCCEEDED(link->SetIconLocation(wide(program), 0)) && SUCCEEDED(link->SetDescription(wide(tip))) &&
        setTitle(link, title))
        return link;
    return {};
}

bool add(const Com<IObjectCollection>& entries, const Com<IShellLinkW>& link) {
    return link && SUCCEEDED(entries->AddObject(link.get()));
}

Com<IObjectCollection> tasksAsLinks() {
    auto entries = Com<IObjectCollection>::made(CLSID_EnumerableObjectCollection);
    for (const Task& task : tasks()) {
        const QString title = QCoreApplication::translate("Desktop", task.title);
        if (!entries || !add(entries, linkTo(QLatin1String(task.arguments), title, {})))
            return {};
    }
    return entries;
}

/// Whether the user has taken this entry from the list. Windows refuses a list that has it again.
bool isRemoved(const Com<IObjectArray>& removed, const QString& arguments) {
    UINT count = 0;
    if (!removed || FAILED(removed->GetCount(&count)))
        return false;
    for (UINT i = 0; i < count; ++i) {
        Com<IShellLinkW> link;
        wchar_t text[INFOTIPSIZE] = {};
        if (SUCCEEDED(removed->GetAt(i, __uuidof(IShellLinkW), link.place())) && link &&
            SUCCEEDED(link->GetArguments(text, INFOTIPSIZE)) && arguments == QString::fromWCharArray(text))
            return true;
    }
    return false;
}

/// No path of Windows has a quotation mark.
QString quoted(const QString& path) {
    return QLatin1Char('"') + QDir::toNativeSeparators(path) + QLatin1Char('"');
}

Com<IObjectCollection> filesAsLinks(const QStringList& files, const Com<IObjectArray>& removed) {
    auto entries = Com<IObjectCollection>::made(CLSID_EnumerableObjectCollection);
    for (const QString& file : files) {
        const QString path = quoted(file);
        if (!isRemoved(removed, path) && (!entries || !add(entries, linkTo(path, QFileInfo(file).fileName(),
                                                                           QDir::toNativeSeparators(file)))))
            return {};
    }
    return entries;
}

void darken(const QWindow& window, bool dark) {
    using Set = HRESULT(WINAPI*)(HWND, DWORD, LPCVOID, DWORD);
    static const auto set = systemFunction<Set>(L"dwmapi.dll", "DwmSetWindowAttribute");
    constexpr DWORD kDarkTitleBar = 20; // DWMWA_USE_IMMERSIVE_DARK_MODE, since Windows 10 2004
    const BOOL value = dark ? TRUE : FALSE;
    if (set != nullptr)
        (void)set(handleOf(window), kDarkTitleBar, &value, sizeof value);
}

/// Sees windows when they are shown.
class TitleBars final : public QObject {
public:
    using QObject::QObject;
    void setDark(bool dark) {
        m_dark = dark;
        for (const QWindow* window : QGuiApplication::topLevelWindows()) {
            if (window->handle() != nullptr)
                darken(*window, dark);
        }
    }
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::Show && object->isWindowType()) {
            const auto& window = *static_cast<QWindow*>(object);
            if (window.isTopLevel() && window.handle() != nullptr)
                darken(window, m_dark);
        }
        return false;
    }

private:
    bool m_dark = false;
};

} // namespace

void showProgress(const QWidget& window, std::optional<double> done) {
    constexpr ULONGLONG kWhole = 100;
    static std::optional<ULONGLONG> shown; // a call for each percent, not for each step
    const std::optional<ULONGLONG> now =
        done ? std::optional(static_cast<ULONGLONG>(std::lround(*done * double{kWhole}))) : std::nullopt;
    if (!hasWindows() || window.windowHandle() == nullptr || now == shown)
        return;
    shown = now;
    const auto bar = Com<ITaskbarList3>::made(CLSID_TaskbarList);
    if (!bar || FAILED(bar->HrInit()))
        return;
    const HWND handle = handleOf(*window.windowHandle());
    if (now)
        (void)bar->SetProgressValue(handle, *now, kWhole);
    else
        (void)bar->SetProgressState(handle, TBPF_NOPROGRESS);
}

bool offerToOpen(const QStringList& files) {
    auto list = Com<ICustomDestinationList>::made(CLSID_DestinationList);
    Com<IObjectArray> removed;
    UINT places = 0;
    if (!list || FAILED(list->BeginList(&places, __uuidof(IObjectArray), removed.place())))
        return false;
    const auto entries = filesAsLinks(files, removed);
    UINT count = 0;
    const QString recent = QCoreApplication::translate("Desktop", "Recent");
    // Windows may be told to keep no recent files: then it refuses them, and the tasks stay.
    if (entries && SUCCEEDED(entries->GetCount(&count)) && count > 0)
        (void)list->AppendCategory(wide(recent), entries.get());
    const auto todo = tasksAsLinks();
    return todo && SUCCEEDED(list->AddUserTasks(todo.get())) && SUCCEEDED(list->CommitList());
}

bool wantsHighContrast() {
    HIGHCONTRASTW contrast{};
    contrast.cbSize = sizeof contrast;
    return ::SystemParametersInfoW(SPI_GETHIGHCONTRAST, sizeof contrast, &contrast, 0) != 0 &&
           (contrast.dwFlags & HCF_HIGHCONTRASTON) != 0;
}

bool fileDialogsBlock() {
    return hasWindows();
}

void setDarkTitleBars(bool dark) {
    if (!hasWindows())
        return;
    static TitleBars* const bars = [] {
        auto* made = new TitleBars(QCoreApplication::instance());
        QCoreApplication::instance()->installEventFilter(made);
        return made;
    }();
    bars->setDark(dark);
}

} // namespace jitterscope::ui::desktop
