#include "ui/recipe/recipe_footer.h"

#include "ui/kit/text.h"
#include "ui/recipe/run_place.h"
#include "ui/widgets/form_column.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace unlit::ui {

RecipeFooter::RecipeFooter(const RecipeReading& reading, QWidget* parent)
    : QWidget(parent), m_reading(reading), m_estimate(makeLabel({}, "hint", this)),
      m_place(makeCutLabel("hint", this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeWords());
    column->addWidget(makeButtons());
    connect(&reading, &RecipeReading::estimated, this, &RecipeFooter::showEstimate);
    connect(&reading, &RecipeReading::read, this, [this](const RecipeReading::State& state) {
        if (state->isUsable())
            return;
        m_estimate->setText(tr("Estimate: when nothing is wrong any more"));
        m_place->clear();
    });
}

QWidget* RecipeFooter::makeWords() {
    auto* words = new QWidget(this);
    words->setMinimumHeight(44);
    m_estimate->setWordWrap(true);
    m_place->setCut(Qt::ElideMiddle); // a path says more by its ends
    auto* column = new QVBoxLayout(words);
    column->setContentsMargins(14, 6, 14, 6);
    column->setSpacing(0);
    column->addWidget(m_estimate);
    column->addWidget(m_place);
    return words;
}

QWidget* RecipeFooter::makeButtons() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    m_rehearse = new QPushButton(tr("Rehearse"), footer);
    auto* compare = new QPushButton(tr("Compare…"), footer);
    compare->setToolTip(tr("Where the settings of another recipe or of a run differ"));
    m_start = new QPushButton(tr("Start"), footer);
    m_start->setProperty("role", QStringLiteral("primary"));
    // A click leaves the focus where it is: a button that is then switched off would hand it on.
    for (QPushButton* button : {m_rehearse, compare, m_start})
        button->setFocusPolicy(Qt::TabFocus);
    connect(m_rehearse, &QPushButton::clicked, this, [this] { emit startAsked(true); });
    connect(compare, &QPushButton::clicked, this, &RecipeFooter::compareAsked);
    connect(m_start, &QPushButton::clicked, this, [this] { emit startAsked(false); });
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(m_rehearse);
    row->addWidget(compare);
    row->addStretch(1);
    row->addWidget(m_start);
    return footer;
}

void RecipeFooter::setWhyNot(const QString& why) {
    m_rehearse->setEnabled(why.isEmpty());
    m_start->setEnabled(why.isEmpty());
    m_rehearse->setToolTip(
        why.isEmpty() ? tr("Two steps, a validation, a save and a resume, to see that all of it "
                           "works (Ctrl+Shift+R)")
                      : why);
    m_start->setToolTip(why.isEmpty() ? tr("Train with these settings (Ctrl+Return)") : why);
}

void RecipeFooter::showEstimate(const RunEstimate& estimate) {
    m_estimate->setText(tr("Estimate: %1").arg(estimateText(estimate)));
    QString details = estimateDetails(estimate);
    if (const auto known = m_reading.now()) {
        const QString place =
            toQString(runPlace(known->loaded.config.run.outputDir, known->shownAs.parent_path()));
        m_place->setText(tr("Runs go to %1").arg(place));
        details += u'\n' + tr("Runs are made in %1 (run.output_dir).").arg(place);
    }
    m_estimate->setToolTip(details);
    m_place->setToolTip(details);
}

} // namespace unlit::ui
