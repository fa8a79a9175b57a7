// The menu bar: recent files, and the actions of the window and of the page on show.
#pragma once

#include "ui/window/window_actions.h"

#include <QMenuBar>
#include <QStringList>

#include <functional>

namespace unlit::ui {

/// Menus are filled when they open. What it is given lives longer. GUI thread.
class WindowMenus : public QObject {
    Q_OBJECT

public:
    WindowMenus(QMenuBar& bar, const WindowPages& pages, const WindowActions& actions);

    /// Before another page is on show: a menu that still held the actions of a page would keep
    /// their keys alive on the others.
    void clear();

    /// The last one first.
    const QStringList& recentPictures() const { return m_recentPictures; }

    void setRecentPictures(const QStringList& paths) { m_recentPictures = paths; }

signals:
    void pictureAsked(const QString& path);
    void setAsked(const QString& path);
    void runAsked(const QString& path);

private:
    using Open = void (WindowMenus::*)(const QString&);

    void addMenu(const QString& title, void (WindowMenus::*fill)(QMenu&));
    void fillFile(QMenu& menu);
    void fillEdit(QMenu& menu);
    void fillView(QMenu& menu);
    void fillPage(QMenu& menu);
    void fillHelp(QMenu& menu);
    void addRecent(QMenu& menu, const QString& title, const QStringList& paths, Open open);
    void rememberPicture(const QString& path);

    QMenuBar& m_bar;
    const WindowPages& m_pages;
    const WindowActions& m_actions;
    QStringList m_recentPictures;
};

} // namespace unlit::ui
