// What the window can do by itself: names and keys, read here alone.
#pragma once

#include "ui/settings/studio_settings.h"
#include "ui/window/window_pages.h"

#include <QAction>

#include <functional>

namespace unlit::ui {

/// What the actions call.
struct WindowVerbs {
    std::function<void()> openPalette;
    std::function<void(StudioPage)> showPage;
    std::function<void()> switchTheme;
    std::function<void(Language)> chooseLanguage;
    std::function<void()> showKeys;
    std::function<void()> openDocumentation;
    std::function<void()> openLog;
    std::function<void()> showAbout;
};

/// Actions of `window`, which lives longer. GUI thread.
class WindowActions : public QObject {
    Q_OBJECT

public:
    WindowActions(QWidget& window, WindowVerbs verbs);

    const QList<QAction*>& pages() const { return m_pages; }

    const QList<QAction*>& languages() const { return m_languages; }

    const QList<QAction*>& help() const { return m_help; }

    QAction* palette() const { return m_palette; }

    QAction* theme() const { return m_theme; }

    QAction* fullScreen() const { return m_fullScreen; }

    QAction* quit() const { return m_quit; }

    void markLanguage(Language language);

private:
    QAction* add(const QString& text, const QKeySequence& key, const std::function<void()>& act);
    void addPages();
    void addLanguages();

    QWidget& m_window;
    WindowVerbs m_verbs;
    QAction* m_palette;
    QList<QAction*> m_pages;
    QAction* m_theme;
    QAction* m_fullScreen;
    QList<QAction*> m_languages;
    QList<QAction*> m_help;
    QAction* m_quit;
};

} // namespace unlit::ui
