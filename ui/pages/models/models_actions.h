// What can be done on the Models page, by name and key: menus and the command palette read this.
#pragma once

#include "ui/pages/models/model_work.h"

#include <QAction>

#include <functional>

namespace unlit::ui {

/// GUI thread. The page owns the actions; the parts must outlive them.
class ModelsActions : public QObject {
    Q_OBJECT

public:
    ModelsActions(const ModelsParts& parts, RootFolders& roots, ModelWork& work);

    /// In the order of the menus.
    const QList<QAction*>& all() const { return m_all; }

    /// Of the chosen model.
    void showMenu(const QPoint& globalPlace);

private:
    void add(const QString& text, const QKeySequence& key, const std::function<void()>& act);
    void addForModel();
    void addForViews();
    void check();
    void openFolder();

    const ModelsParts& m_parts;
    RootFolders& m_roots;
    ModelWork& m_work;
    QList<QAction*> m_all;
};

} // namespace unlit::ui
