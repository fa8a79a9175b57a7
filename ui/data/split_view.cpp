#include "ui/data/split_view.h"

#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kWidthPx = 560;

QString pairsText(std::size_t count) {
    return SplitView::tr("%n pairs", nullptr, static_cast<int>(count));
}

QString scenesText(std::size_t count) {
    return SplitView::tr("%n scenes", nullptr, static_cast<int>(count));
}

QString withQuarantine(const QString& text, std::size_t quarantined) {
    if (quarantined == 0)
        return text;
    return text + u'\n' + SplitView::tr("%1 in quarantine, in neither").arg(pairsText(quarantined));
}

} // namespace

SplitView::SplitView(QWidget* parent)
    : QWidget(parent), m_share(new QSpinBox(this)), m_seed(new QLineEdit(this)),
      m_rule(new SegmentedControl(this)), m_ruleText(nullptr), m_result(nullptr),
      m_problem(nullptr), m_saveList(new QPushButton(tr("Save one list…"), this)),
      m_saveSplit(new QPushButton(tr("Save train.txt and val.txt…"), this)),
      m_train(new QPushButton(tr("Train on this"), this)) {
    m_share->setRange(1, 99);
    m_share->setSuffix(tr(" %"));
    m_rule->setItems({tr("Scene"), tr("Folder"), tr("Pair")});
    auto* form = new FormColumn(this);
    form->addSection(tr("Validation"));
    form->addRow(tr("Share"), m_share,
                 tr("Share of the pairs that is kept back and validated on, in percent"));
    form->addRow(tr("Seed"), m_seed,
                 tr("The same seed gives the same split, here and on the command line"));
    form->addRow(tr("Kept whole"), m_rule, tr("What is never torn apart between the two"));
    m_ruleText = form->addHint(2);
    form->addSection(tr("What comes of it"));
    m_result = makeLabel({}, "label", form);
    m_problem = makeLabel({}, "bad", form);
    for (QLabel* label : {m_result, m_problem}) {
        label->setWordWrap(true);
        form->addWide(label);
    }
    form->addSection(tr("Use it"));
    m_saveSplit->setToolTip(tr("Writes both lists into a folder, as `unlit dataset split` does"));
    m_saveList->setToolTip(
        tr("Writes all pairs but those in quarantine into one filename_list (Ctrl+S)"));
    setRole(m_train, "primary");
    m_train->setToolTip(tr("Opens a recipe with this set and this split (Ctrl+T)"));
    auto* buttons = new QWidget(form);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (QPushButton* button : {m_saveSplit, m_saveList, m_train}) {
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    row->addStretch(1);
    form->addWide(buttons);
    form->setMaximumWidth(kWidthPx);
    auto* page = new QHBoxLayout(this);
    page->setContentsMargins(10, 6, 10, 6);
    page->addWidget(form, 1, Qt::AlignTop);
    page->addStretch(0);
    connect(m_share, &QSpinBox::valueChanged, this, &SplitView::optionEdited);
    connect(m_seed, &QLineEdit::editingFinished, this, &SplitView::optionEdited);
    connect(m_rule, &SegmentedControl::chosen, this, &SplitView::optionEdited);
    connect(m_saveList, &QPushButton::clicked, this, &SplitView::saveListAsked);
    connect(m_saveSplit, &QPushButton::clicked, this, &SplitView::saveSplitAsked);
    connect(m_train, &QPushButton::clicked, this, &SplitView::trainAsked);
    setSettings({});
}

void SplitView::optionEdited() {
    bool isNumber = false;
    const qulonglong seed = m_seed->text().trimmed().toULongLong(&isNumber);
    if (isNumber)
        m_seedValue = seed;
    m_seed->setText(QString::number(m_seedValue)); // what is no number is not taken
    const QStringList texts{
        tr("By the names of the files: without frame numbers, sizes, cameras and lights they name "
           "a scene or asset, all of which goes to one side."),
        tr("All pairs of one folder go to the same side."),
        tr("Each pair by itself; only pairs with the same albedo stay together.")};
    m_ruleText->setText(texts[m_rule->current()]);
    emit optionsChanged();
}

data::SplitOptions SplitView::options() const {
    return {.validationShare = m_share->value() / 100.0,
            .seed = m_seedValue,
            .rule = static_cast<data::SceneRule>(m_rule->current())};
}

void SplitView::setSettings(const DataSettings& settings) {
    {
        const QSignalBlocker quiet(m_share);
        m_share->setValue(settings.validationPercent);
    }
    m_seedValue = settings.splitSeed;
    m_seed->setText(QString::number(m_seedValue));
    m_rule->setCurrent(settings.splitRule);
    optionEdited();
}

void SplitView::store(DataSettings& settings) const {
    settings.validationPercent = m_share->value();
    settings.splitSeed = m_seedValue;
    settings.splitRule = m_rule->current();
}

void SplitView::showSplit(const data::Split& split, std::size_t quarantined) {
    m_problem->hide();
    m_result->setText(withQuarantine(tr("%1 of %2 for training\n%3 of %4 for validation")
                                         .arg(pairsText(split.training.size()),
                                              scenesText(split.scenes - split.validationScenes),
                                              pairsText(split.validation.size()),
                                              scenesText(split.validationScenes)),
                                     quarantined));
    m_saveSplit->setEnabled(true);
    m_saveList->setEnabled(true);
    m_train->setEnabled(true);
}

void SplitView::showProblem(const QString& text, std::size_t pairs, std::size_t quarantined) {
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
    m_result->setText(withQuarantine(
        pairs == 0 ? tr("No pairs") : tr("%1 for training").arg(pairsText(pairs)), quarantined));
    m_saveSplit->setEnabled(false);
    m_saveList->setEnabled(pairs > 0);
    m_train->setEnabled(pairs > 0);
}

QString SplitView::text() const {
    return m_result->text() + u'\n' + m_problem->text();
}

} // namespace unlit::ui
