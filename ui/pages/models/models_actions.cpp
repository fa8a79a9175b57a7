// What can be done on the Models page, by name and key: menus and the command palette read this.
#include "ui/kit/text.h"
#include "ui/pages/models/models_page.h"
#include "ui/widgets/page_action.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QMenu>
#include <QUrl>

namespace unlit::ui {

QAction* ModelsPage::addAction(const QString& text, const QKeySequence& key,
                               const std::function<void()>& act) {
    auto* action = addPageAction(*this, text, key, act);
    m_actions += action;
    return action;
}

void ModelsPage::makeActions() {
    addAction(tr("Add a folder of models…"), QKeySequence::Open, [this] { browseRoot(); });
    addAction(tr("Look for models now"), Qt::Key_F5, [this] { lookNow(); });
    addAction(tr("Filter models"), QKeySequence::Find, [this] { m_table->focusFilter(); });
    addAction(tr("Use the model in Infer"), Qt::CTRL | Qt::Key_Return, [this] { useCurrent(); });
    addAction(tr("Show the overview"), Qt::ALT | Qt::Key_1,
              [this] { showView(ModelsView::Overview); });
    addAction(tr("Show the model's card"), Qt::ALT | Qt::Key_2,
              [this] { showView(ModelsView::Card); });
    addAction(tr("Show checking"), Qt::ALT | Qt::Key_3, [this] { showView(ModelsView::Check); });
    addAction(tr("Show converting"), Qt::ALT | Qt::Key_4,
              [this] { showView(ModelsView::Convert); });
    addAction(tr("Show comparing"), Qt::ALT | Qt::Key_5, [this] { showView(ModelsView::Compare); });
    addAction(tr("Show where models come from"), Qt::ALT | Qt::Key_6,
              [this] { showView(ModelsView::Guide); });
    addAction(tr("Show evaluating"), Qt::ALT | Qt::Key_7,
              [this] { showView(ModelsView::Evaluate); });
    addAction(tr("Check the model"), Qt::CTRL | Qt::SHIFT | Qt::Key_K, [this] {
        showView(ModelsView::Check);
        checkCurrent();
    });
    addAction(tr("Open the model's folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
              [this] { openFolder(); });
    m_actions += m_compare->viewer().viewActions();
}

void ModelsPage::showMenu(const QPoint& globalPlace) {
    QMenu menu;
    const auto add = [&](const QString& text, const std::function<void()>& act) {
        return menu.addAction(text, this, act);
    };
    add(tr("Use in Infer"), [this] { useCurrent(); })->setEnabled(m_use->isEnabled());
    menu.addSeparator();
    add(tr("Check"), [this] {
        showView(ModelsView::Check);
        checkCurrent();
    });
    add(tr("Convert…"), [this] { showView(ModelsView::Convert); });
    add(tr("Compare…"), [this] { showView(ModelsView::Compare); });
    add(tr("Evaluate…"), [this] {
        if (const ModelRow* row = current())
            evaluateModels({toQString(row->found.folder)});
    })->setEnabled(m_use->isEnabled());
    menu.addSeparator();
    add(tr("Open folder"), [this] { openFolder(); });
    menu.exec(globalPlace);
}

void ModelsPage::showFolders(const QPoint& globalPlace) {
    QMenu menu;
    for (const ModelRoot& root : m_standardRoots)
        menu.addAction(toQString(root.folder))->setEnabled(false);
    if (!m_standardRoots.empty())
        menu.addSeparator();
    for (const QString& root : m_roots)
        menu.addAction(tr("Forget %1").arg(root), this, [this, root] { removeRoot(root); });
    menu.addAction(tr("Add folder…"), this, [this] { browseRoot(); });
    menu.exec(globalPlace - QPoint(0, menu.sizeHint().height()));
}

void ModelsPage::browseRoot() {
    addRoot(QFileDialog::getExistingDirectory(this, tr("A folder that holds models"),
                                              m_roots.value(m_roots.size() - 1)));
}

void ModelsPage::openFolder() {
    if (const ModelRow* row = current())
        QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(row->found.folder)));
}

} // namespace unlit::ui
