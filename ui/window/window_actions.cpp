#include "ui/window/window_actions.h"

#include <array>

namespace unlit::ui {

WindowActions::WindowActions(QWidget& window, WindowVerbs verbs)
    : m_window(window), m_verbs(std::move(verbs)) {
    m_palette = add(tr("Show all actions"), Qt::CTRL | Qt::SHIFT | Qt::Key_P, m_verbs.openPalette);
    addPages();
    m_theme = add(tr("Switch between dark and light"), Qt::CTRL | Qt::SHIFT | Qt::Key_L,
                  m_verbs.switchTheme);
    // Spelled out: what Qt calls the standard keys of these differs from desktop to desktop, and
    // some have none.
    m_fullScreen = add(tr("Full screen, or back to a window"), Qt::Key_F11, [this] {
        m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen);
    });
    addLanguages();
    m_help = {add(tr("Show all keys"), Qt::Key_F1, m_verbs.showKeys),
              add(tr("Open the documentation"), {}, m_verbs.openDocumentation),
              add(tr("Open the log of the program"), {}, m_verbs.openLog),
              add(tr("About Unlit Studio"), {}, m_verbs.showAbout)};
    m_quit = add(tr("Quit"), Qt::CTRL | Qt::Key_Q, [this] { m_window.close(); });
}

QAction* WindowActions::add(const QString& text, const QKeySequence& key,
                            const std::function<void()>& act) {
    auto* action = new QAction(text, &m_window);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, act);
    m_window.addAction(action);
    return action;
}

void WindowActions::addPages() {
    const QStringList names{tr("Infer"), tr("Data"), tr("Train"), tr("Runs"), tr("Models")};
    for (int page = 0; page < names.size(); ++page)
        m_pages += add(tr("Go to %1").arg(names[page]), QKeySequence(Qt::CTRL | (Qt::Key_1 + page)),
                       [this, page] { m_verbs.showPage(static_cast<StudioPage>(page)); });
}

void WindowActions::addLanguages() {
    const std::array languages = {
        std::pair{Language::System, tr("Language: as the system")},
        std::pair{Language::English, tr("Language: %1").arg(QStringLiteral("English"))},
        std::pair{Language::German, tr("Language: %1").arg(QStringLiteral("Deutsch"))}};
    for (const auto& [language, name] : languages) {
        QAction* action =
            add(name, {}, [this, chosen = language] { m_verbs.chooseLanguage(chosen); });
        action->setCheckable(true);
        action->setData(static_cast<int>(language));
        m_languages += action;
    }
}

void WindowActions::markLanguage(Language language) {
    for (QAction* action : m_languages)
        action->setChecked(action->data().toInt() == static_cast<int>(language));
}

} // namespace unlit::ui
