#include "ui/pages/models/models_views.h"

#include "ui/kit/text.h"
#include "ui/pages/models/models_texts.h"
#include "ui/widgets/page_columns.h"

#include <utility>

namespace unlit::ui {

ModelsViews::ModelsViews(InferenceController::MakeService makeService, QWidget* parent)
    : QFrame(parent), m_facts(new ModelsFacts(this)), m_card(makeTextView(this)),
      m_check(new ModelsCheck(this)), m_convert(new ModelsConvert(this)),
      m_compare(new ModelsCompare(std::move(makeService), this)),
      m_evaluate(new ModelsEvaluate(unlit::evaluateModels, this)), m_guide(new ModelsGuide(this)),
      m_bar(new SegmentedControl(this)), m_use(new QPushButton(tr("Use in Infer"), this)),
      m_stack(new QStackedWidget(this)), m_notice(new NoticeCard(m_stack)) {
    setObjectName(QStringLiteral("panel"));
    m_card->setAccessibleName(tr("Card of the model"));
    setUpBar();
    layOutViews(*this, makeViewBar(m_bar, m_use), *m_stack,
                {m_facts, m_card, m_check, m_convert, m_compare, m_guide, m_evaluate});
    connect(m_bar, &SegmentedControl::chosen, this,
            [this](int view) { showView(static_cast<ModelsView>(view)); });
    connect(m_use, &QPushButton::clicked, this, &ModelsViews::use);
    connect(m_notice, &NoticeCard::clicked, this, &ModelsViews::addFolderAsked);
    connect(m_notice, &NoticeCard::otherClicked, this, [this] { showView(ModelsView::Guide); });
}

void ModelsViews::setUpBar() {
    m_bar->setItems({tr("Overview"), tr("Card"), tr("Check"), tr("Convert"), tr("Compare"),
                     tr("Get models"), tr("Evaluate")},
                    {tr("What the model says of itself (Alt+1)"),
                     tr("The words that came with the model (Alt+2)"),
                     tr("Every fault of the folder (Alt+3)"),
                     tr("Write it in another form, for diffusers too (Alt+4)"),
                     tr("Two models on one picture (Alt+5)"), tr("Where models come from (Alt+6)"),
                     tr("Measured against the truth (Alt+7)")});
    m_bar->hideItem(static_cast<int>(ModelsView::Guide)); // a button below the table opens it
    m_bar->setAccessibleName(tr("View"));
    m_use->setProperty("role", QStringLiteral("primary"));
    m_use->setToolTip(tr("Chooses the model for Infer, and goes there (Ctrl+Return)"));
}

void ModelsViews::showView(ModelsView view) {
    m_bar->setCurrent(static_cast<int>(view));
    m_stack->setCurrentIndex(static_cast<int>(view));
    updateNotice();
}

void ModelsViews::setModel(const ModelRow* row) {
    const bool isUsable = row != nullptr && row->isUsable();
    m_usable = isUsable ? toQString(row->found.folder) : QString();
    m_facts->setModel(row);
    showMarkdown(*m_card, cardText(row));
    if (isUsable)
        m_compare->setCurrent(row->found.folder);
    m_use->setEnabled(isUsable);
}

void ModelsViews::setModels(const std::vector<ComparedModel>& usable) {
    m_compare->setModels(usable);
    m_evaluate->choice().setModels(usable);
}

void ModelsViews::setEmpty(bool isEmpty) {
    m_isEmpty = isEmpty;
    updateNotice();
}

void ModelsViews::use() {
    if (!m_usable.isEmpty())
        emit useAsked(m_usable);
}

void ModelsViews::updateNotice() {
    const bool needsNone = view() == ModelsView::Guide || view() == ModelsView::Evaluate;
    if (!m_isEmpty || needsNone) {
        m_notice->hide();
        return;
    }
    m_notice->show({.icon = QStringLiteral("models"),
                    .title = tr("No models here yet"),
                    .text = tr("A model is a folder with model_index.json in it. Choose a folder "
                               "that holds some, or read where models come from."),
                    .button = tr("Add folder…"),
                    .isPrimary = true,
                    .otherButton = tr("Get models")});
}

} // namespace unlit::ui
