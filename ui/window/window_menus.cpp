#include "ui/window/window_menus.h"

#include "ui/kit/text.h"
#include "ui/window/action_places.h"

#include <QMenu>

namespace unlit::ui {

namespace {

constexpr int kMostRecent = 10;

} // namespace

WindowMenus::WindowMenus(QMenuBar& bar, const WindowPages& pages, const WindowActions& actions)
    : m_bar(bar), m_pages(pages), m_actions(actions) {
    addMenu(tr("&File"), &WindowMenus::fillFile);
    addMenu(tr("&Edit"), &WindowMenus::fillEdit);
    addMenu(tr("&View"), &WindowMenus::fillView);
    addMenu(tr("&Page"), &WindowMenus::fillPage);
    addMenu(tr("&Help"), &WindowMenus::fillHelp);
    const auto& queue = pages.infer.controller().queue();
    connect(&queue, &QAbstractItemModel::rowsInserted, this,
            [this, &queue](const QModelIndex&, int first, int last) {
                for (int row = first; row <= last; ++row)
                    if (!queue.at(row).isSequence())
                        rememberPicture(toQString(queue.at(row).path));
            });
}

void WindowMenus::addMenu(const QString& title, void (WindowMenus::*fill)(QMenu&)) {
    QMenu* menu = m_bar.addMenu(title);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, fill] {
        clear();
        (this->*fill)(*menu);
    });
}

void WindowMenus::clear() {
    for (QAction* title : m_bar.actions()) {
        title->menu()->clear();
        for (QMenu* inner : title->menu()->findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) {
            for (QAction* action : inner->actions())
                inner->removeAction(action);
            inner->deleteLater(); // one of its actions may be at work
        }
    }
}

void WindowMenus::fillFile(QMenu& menu) {
    menu.addActions(placedIn(m_pages.actionsOf(m_pages.current()), MenuPlace::File));
    menu.addSeparator();
    addRecent(menu, tr("Recent pictures"), m_recentPictures, &WindowMenus::pictureAsked);
    addRecent(menu, tr("Recent sets"), m_pages.data.settings().recentSets, &WindowMenus::setAsked);
    addRecent(menu, tr("Recent runs"), m_pages.train.settings().recent, &WindowMenus::runAsked);
    menu.addSeparator();
    menu.addAction(m_actions.quit());
}

void WindowMenus::addRecent(QMenu& menu, const QString& title, const QStringList& paths,
                            Open open) {
    QMenu* recent = menu.addMenu(title);
    for (const QString& path : paths.mid(0, kMostRecent)) {
        // An & in a name is no mark of a key.
        auto* action = recent->addAction(QString(path).replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, open, path] { (this->*open)(path); });
    }
    recent->setEnabled(!paths.isEmpty());
}

void WindowMenus::fillEdit(QMenu& menu) {
    menu.addActions(placedIn(m_pages.actionsOf(m_pages.current()), MenuPlace::Edit));
}

void WindowMenus::fillView(QMenu& menu) {
    menu.addActions(m_actions.pages());
    menu.addSeparator();
    const auto picture = placedIn(m_pages.actionsOf(m_pages.current()), MenuPlace::Picture);
    if (!picture.isEmpty())
        menu.addMenu(tr("Picture"))->addActions(picture);
    menu.addAction(m_actions.theme());
    menu.addMenu(tr("Language"))->addActions(m_actions.languages());
    menu.addSeparator();
    menu.addAction(m_actions.fullScreen());
}

void WindowMenus::fillPage(QMenu& menu) {
    menu.addActions(placedIn(m_pages.actionsOf(m_pages.current()), MenuPlace::Page));
}

void WindowMenus::fillHelp(QMenu& menu) {
    menu.addAction(m_actions.palette());
    menu.addActions(m_actions.help());
}

void WindowMenus::rememberPicture(const QString& path) {
    m_recentPictures.removeAll(path);
    m_recentPictures.prepend(path);
    m_recentPictures = m_recentPictures.mid(0, kMostRecent);
}

} // namespace unlit::ui
