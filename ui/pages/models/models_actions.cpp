#include "ui/pages/models/models_actions.h"

#include "ui/kit/text.h"
#include "ui/widgets/page_action.h"

#include <QDesktopServices>
#include <QMenu>
#include <QUrl>

namespace unlit::ui {

ModelsActions::ModelsActions(const ModelsParts& parts, RootFolders& roots, ModelWork& work)
    : m_parts(parts), m_roots(roots), m_work(work) {
    add(tr("Add a folder of models…"), QKeySequence::Open, [this] { m_roots.browse(); });
    add(tr("Look for models now"), Qt::Key_F5, [this] { m_parts.found.lookNow(); });
    add(tr("Filter models"), QKeySequence::Find, [this] { m_parts.table.focusFilter(); });
    add(tr("Use the model in Infer"), Qt::CTRL | Qt::Key_Return, [this] { m_parts.views.use(); });
    addForViews();
    add(tr("Check the model"), Qt::CTRL | Qt::SHIFT | Qt::Key_K, [this] { check(); });
    add(tr("Open the model's folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O, [this] { openFolder(); });
    m_all += m_parts.views.compare().viewer().viewActions();
}

void ModelsActions::add(const QString& text, const QKeySequence& key,
                        const std::function<void()>& act) {
    m_all += addPageAction(m_parts.window, text, key, act);
}

void ModelsActions::addForViews() {
    const auto addView = [this](const QString& text, Qt::Key key, ModelsView view) {
        add(text, Qt::ALT | key, [this, view] { m_parts.views.showView(view); });
    };
    addView(tr("Show the overview"), Qt::Key_1, ModelsView::Overview);
    addView(tr("Show the model's card"), Qt::Key_2, ModelsView::Card);
    addView(tr("Show checking"), Qt::Key_3, ModelsView::Check);
    addView(tr("Show converting"), Qt::Key_4, ModelsView::Convert);
    addView(tr("Show comparing"), Qt::Key_5, ModelsView::Compare);
    addView(tr("Show where models come from"), Qt::Key_6, ModelsView::Guide);
    addView(tr("Show evaluating"), Qt::Key_7, ModelsView::Evaluate);
}

void ModelsActions::check() {
    m_parts.views.showView(ModelsView::Check);
    m_work.check();
}

void ModelsActions::openFolder() {
    if (const ModelRow* row = m_parts.current())
        QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(row->found.folder)));
}

void ModelsActions::showMenu(const QPoint& globalPlace) {
    QMenu menu;
    const ModelRow* row = m_parts.current();
    const bool isUsable = row != nullptr && row->isUsable();
    const auto addItem = [&](const QString& text, const std::function<void()>& act) {
        return menu.addAction(text, this, act);
    };
    addItem(tr("Use in Infer"), [this] { m_parts.views.use(); })->setEnabled(isUsable);
    menu.addSeparator();
    addItem(tr("Check"), [this] { check(); });
    addItem(tr("Convert…"), [this] { m_parts.views.showView(ModelsView::Convert); });
    addItem(tr("Compare…"), [this] { m_parts.views.showView(ModelsView::Compare); });
    addItem(tr("Evaluate…"), [this] {
        if (const ModelRow* chosen = m_parts.current()) {
            m_parts.views.showView(ModelsView::Evaluate);
            m_parts.views.evaluate().choice().chooseModels({toQString(chosen->found.folder)});
        }
    })->setEnabled(isUsable);
    menu.addSeparator();
    addItem(tr("Open folder"), [this] { openFolder(); });
    menu.exec(globalPlace);
}

} // namespace unlit::ui
