// What the window tells about the program: its keys, its documentation, its log.
#pragma once

#include "ui/widgets/keys_dialog.h"
#include "ui/window/window_pages.h"

#include <QCoreApplication>

#include <filesystem>

namespace unlit::ui {

/// Boxes over `window`, which lives longer, as do the pages. GUI thread.
class WindowHelp {
    Q_DECLARE_TR_FUNCTIONS(unlit::ui::WindowHelp)

public:
    WindowHelp(QWidget& window, const WindowPages& pages) : m_window(window), m_pages(pages) {}

    /// All keys of all pages, from the actions that obey them.
    std::vector<KeyGroup> keyGroups() const;
    void showKeys();
    void openDocumentation();
    void openLog();
    void showAbout();
    void tell(const QString& words);

private:
    void openFile(const std::filesystem::path& file);

    QWidget& m_window;
    const WindowPages& m_pages;
};

} // namespace unlit::ui
