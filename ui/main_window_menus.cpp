// The menu bar, and what it has of its own: recent files, the language, help. Everything else in it
// are the actions of the window and of the page on show, sorted by what their keys stand for.
#include "core/base/log.h"
#include "core/base/version.h"
#include "core/session/installed_share.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"
#include "ui/viewer/viewer.h"
#include "ui/viewer/viewer_action_table.h"
#include "ui/widgets/keys_dialog.h"

#include <QAction>
#include <QDesktopServices>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QUrl>

#include <algorithm>
#include <array>

namespace unlit::ui {

namespace {

constexpr int kMostRecent = 10;

enum class MenuPlace { File, Edit, Page, Picture };

bool hasKeyOf(const QAction& action, const QList<QKeySequence>& keys) {
    return std::ranges::any_of(action.shortcuts(),
                               [&](const QKeySequence& key) { return keys.contains(key); });
}

MenuPlace menuPlaceOf(const QAction& action) {
    static const QList<QKeySequence> kFile = {
        Qt::CTRL | Qt::Key_N, Qt::CTRL | Qt::Key_O, Qt::CTRL | Qt::SHIFT | Qt::Key_O,
        Qt::CTRL | Qt::Key_S, Qt::CTRL | Qt::SHIFT | Qt::Key_S};
    static const QList<QKeySequence> kEdit = {
        Qt::CTRL | Qt::Key_Z, Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
        Qt::CTRL | Qt::Key_C, Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        Qt::CTRL | Qt::Key_V, Qt::CTRL | Qt::Key_F,
        Qt::Key_Delete};
    if (qobject_cast<const Viewer*>(action.parent()) != nullptr)
        return MenuPlace::Picture;
    if (hasKeyOf(action, kFile))
        return MenuPlace::File;
    return hasKeyOf(action, kEdit) ? MenuPlace::Edit : MenuPlace::Page;
}

QList<QAction*> placedIn(const QList<QAction*>& actions, MenuPlace place) {
    QList<QAction*> found;
    std::ranges::copy_if(actions, std::back_inserter(found),
                         [place](const QAction* action) { return menuPlaceOf(*action) == place; });
    return found;
}

QString keysOfAction(const QAction& action) {
    return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText)
        .replace(QStringLiteral("; "), QStringLiteral(", "));
}

KeyGroup keyGroupOf(const QString& title, const QList<QAction*>& actions) {
    KeyGroup group{title, {}};
    for (const QAction* action : actions)
        if (!action->shortcuts().isEmpty())
            group.lines.emplace_back(keysOfAction(*action), action->text());
    return group;
}

void addViewerGroups(std::vector<KeyGroup>& groups) {
    for (const ViewerActionInfo& info : viewerActionTable()) {
        const QString title = MainWindow::tr("Picture: %1").arg(info.group);
        if (groups.empty() || groups.back().title != title)
            groups.push_back({title, {}});
        groups.back().lines.emplace_back(
            keyText(info), info.count > 1 ? info.text.arg(QStringLiteral("1 … 9")) : info.text);
    }
    KeyGroup mouse{MainWindow::tr("Picture: mouse"), {}};
    for (const ViewerGesture& gesture : viewerGestures())
        mouse.lines.emplace_back(gesture.gesture, gesture.effect);
    groups.push_back(mouse);
}

} // namespace

void MainWindow::makeMenus() {
    const auto add = [this](const QString& title, void (MainWindow::*fill)(QMenu&)) {
        QMenu* menu = menuBar()->addMenu(title);
        connect(menu, &QMenu::aboutToShow, this, [this, menu, fill] {
            clearMenus();
            (this->*fill)(*menu);
        });
    };
    add(tr("&File"), &MainWindow::fillFileMenu);
    add(tr("&Edit"), &MainWindow::fillEditMenu);
    add(tr("&View"), &MainWindow::fillViewMenu);
    add(tr("&Page"), &MainWindow::fillPageMenu);
    add(tr("&Help"), &MainWindow::fillHelpMenu);
    const auto& queue = m_infer->controller().queue();
    connect(&queue, &QAbstractItemModel::rowsInserted, this,
            [this, &queue](const QModelIndex&, int first, int last) {
                for (int row = first; row <= last; ++row)
                    if (!queue.at(row).isSequence())
                        rememberPicture(toQString(queue.at(row).path));
            });
}

/// A menu that still held the actions of a page would keep their keys alive on the others.
void MainWindow::clearMenus() {
    for (QAction* title : menuBar()->actions()) {
        title->menu()->clear();
        for (QMenu* inner : title->menu()->findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) {
            for (QAction* action : inner->actions())
                inner->removeAction(action);
            inner->deleteLater(); // one of its actions may be at work
        }
    }
}

void MainWindow::fillFileMenu(QMenu& menu) {
    menu.addActions(placedIn(pageActions(), MenuPlace::File));
    menu.addSeparator();
    addRecent(menu, tr("Recent pictures"), m_recentPictures,
              [this](const QString& path) { open({toPath(path)}); });
    addRecent(menu, tr("Recent sets"), m_data->settings().recentSets, [this](const QString& path) {
        showPage(StudioPage::Data);
        m_data->open(toPath(path));
    });
    addRecent(menu, tr("Recent runs"), m_train->settings().recent, [this](const QString& path) {
        showPage(StudioPage::Train);
        m_train->showRun(toPath(path));
    });
    menu.addSeparator();
    menu.addAction(m_windowActions.quit);
}

void MainWindow::addRecent(QMenu& menu, const QString& title, const QStringList& paths,
                           const std::function<void(const QString&)>& openPath) {
    QMenu* recent = menu.addMenu(title);
    for (const QString& path : paths.mid(0, kMostRecent)) {
        // An & in a name is no mark of a key.
        auto* action = recent->addAction(QString(path).replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [openPath, path] { openPath(path); });
    }
    recent->setEnabled(!paths.isEmpty());
}

void MainWindow::fillEditMenu(QMenu& menu) {
    menu.addActions(placedIn(pageActions(), MenuPlace::Edit));
}

void MainWindow::fillViewMenu(QMenu& menu) {
    menu.addActions(m_windowActions.pages);
    menu.addSeparator();
    if (const auto picture = placedIn(pageActions(), MenuPlace::Picture); !picture.isEmpty())
        menu.addMenu(tr("Picture"))->addActions(picture);
    menu.addAction(m_windowActions.theme);
    menu.addMenu(tr("Language"))->addActions(m_windowActions.languages);
    menu.addSeparator();
    menu.addAction(m_windowActions.fullScreen);
}

void MainWindow::fillPageMenu(QMenu& menu) {
    menu.addActions(placedIn(pageActions(), MenuPlace::Page));
}

void MainWindow::fillHelpMenu(QMenu& menu) {
    menu.addAction(m_windowActions.palette);
    menu.addActions(m_windowActions.help);
}

void MainWindow::makeHelpActions() {
    m_windowActions.help = {
        addWindowAction(tr("Show all keys"), Qt::Key_F1, [this] { showKeys(); }),
        addWindowAction(tr("Open the documentation"), {}, [this] { openDocumentation(); }),
        addWindowAction(tr("Open the log of the program"), {},
                        [this] { openFile(programLogFile()); }),
        addWindowAction(tr("About Unlit Studio"), {}, [this] { showAbout(); })};
}

void MainWindow::makeLanguageActions() {
    const std::array languages = {
        std::pair{Language::System, tr("Language: as the system")},
        std::pair{Language::English, tr("Language: %1").arg(QStringLiteral("English"))},
        std::pair{Language::German, tr("Language: %1").arg(QStringLiteral("Deutsch"))}};
    for (const auto& [language, name] : languages) {
        QAction* action =
            addWindowAction(name, {}, [this, chosen = language] { chooseLanguage(chosen); });
        action->setCheckable(true);
        action->setData(static_cast<int>(language));
        m_windowActions.languages += action;
    }
}

void MainWindow::chooseLanguage(Language language) {
    const bool isOther = language != m_language;
    m_language = language;
    for (QAction* action : m_windowActions.languages)
        action->setChecked(action->data().toInt() == static_cast<int>(language));
    if (!isOther)
        return;
    remember();
    tell(tr("The language changes when the studio is started again."));
}

void MainWindow::rememberPicture(const QString& path) {
    m_recentPictures.removeAll(path);
    m_recentPictures.prepend(path);
    m_recentPictures = m_recentPictures.mid(0, kMostRecent);
}

std::vector<KeyGroup> MainWindow::keyGroups() const {
    std::vector<KeyGroup> groups{keyGroupOf(tr("Everywhere"), actions())};
    const auto add = [&groups](const QString& title, const QList<QAction*>& pageActions) {
        QList<QAction*> own;
        for (QAction* action : pageActions)
            if (menuPlaceOf(*action) != MenuPlace::Picture)
                own += action;
        groups.push_back(keyGroupOf(title, own));
    };
    add(tr("Infer"), m_infer->pageActions());
    groups.push_back({tr("Infer: strokes"),
                      {{QStringLiteral("["), tr("Smaller brush")},
                       {QStringLiteral("]"), tr("Larger brush")},
                       {QStringLiteral("Esc"), tr("End drawing")},
                       {QStringLiteral("Delete"), tr("Remove the stroke chosen in the list")},
                       {tr("Right button, or Alt with the left one"), tr("Erase")}}});
    add(tr("Data"), m_data->pageActions());
    add(tr("Train"), m_train->pageActions());
    add(tr("Runs"), m_runs->pageActions());
    add(tr("Models"), m_models->pageActions());
    addViewerGroups(groups);
    return groups;
}

void MainWindow::showKeys() {
    auto* dialog = new KeysDialog(keyGroups(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::openDocumentation() {
    const auto share = installedShare(runningProgram(), "configs", {});
    openFile(share.empty() ? std::filesystem::path("README.md")
                           : share.parent_path().parent_path() / "doc/unlit/README.md");
}

void MainWindow::openFile(const std::filesystem::path& file) {
    const QString path = toQString(file);
    if (!QFileInfo::exists(path))
        tell(tr("There is no file %1.").arg(path));
    else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
        tell(tr("No program of this desktop opens %1.").arg(path));
}

void MainWindow::showAbout() {
    tell(tr("Unlit Studio %1\nTakes the light out of pictures.").arg(toQString(version())));
}

void MainWindow::tell(const QString& words) {
    auto* box =
        new QMessageBox(QMessageBox::Information, tr("Unlit Studio"), words, QMessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace unlit::ui
