// The folders that a page looks through: how they are named, listed and forgotten.
#pragma once

#include <QObject>
#include <QPoint>
#include <QStringList>
#include <QWidget>

#include <filesystem>

namespace unlit::ui {

/// GUI thread. Each folder once, in the order in which they were named.
class RootFolders : public QObject {
    Q_OBJECT

public:
    /// `window`: parent of dialogs and menus. `title`: of the dialog that asks for a folder.
    /// `fixed` are looked through besides, and listed.
    RootFolders(QWidget& window, QString title, QStringList fixed = {});

    const QStringList& folders() const { return m_folders; }

    /// As settings have them; nobody is told.
    void set(const QStringList& folders) { m_folders = folders; }

    /// One more.
    void add(const QString& folder);
    void remove(const QString& folder);
    /// The folder around `inside` is looked through from now on, unless it is already.
    void addAround(const std::filesystem::path& inside);
    /// Below the last of them that holds `folder`; "" where none does.
    QString placeBelow(const std::filesystem::path& folder) const;

    /// Asks the user for one more.
    void browse();
    /// Each of them, to be forgotten. `globalPlace`: where the menu ends.
    void showMenu(const QPoint& globalPlace);

signals:
    void changed();

private:
    QWidget& m_window;
    QString m_title;
    QStringList m_fixed;
    QStringList m_folders;
};

} // namespace unlit::ui
