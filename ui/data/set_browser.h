// Which set is opened next: asked for by dialogs, dropped, or one of those before.
#pragma once

#include "ui/data/set_division.h"
#include "ui/data/shown_set.h"

#include <QObject>
#include <QStringList>

class QMimeData;

namespace unlit::ui {

/// GUI thread.
class SetBrowser : public QObject {
    Q_OBJECT

public:
    /// All of them must outlive it; `window` is the parent of dialogs.
    SetBrowser(ShownSet& set, const SetDivision& division, QWidget& window);

    void browseFolder();
    void browseList();
    /// The folder that the paths of the open list begin with.
    void browseRoot();
    /// What was dropped on the window; false where it is nothing that can be opened here.
    bool take(const QMimeData& dropped);

    /// Paths of sets that were opened, the newest first.
    const QStringList& recent() const { return m_recent; }

    void setRecent(const QStringList& paths) { m_recent = paths; }

    /// Empty = none.
    QString newest() const { return m_recent.isEmpty() ? QString() : m_recent.first(); }

private:
    void remember();

    ShownSet& m_set;
    const SetDivision& m_division;
    QWidget& m_window;
    QStringList m_recent;
};

} // namespace unlit::ui
