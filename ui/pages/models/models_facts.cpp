#include "ui/pages/models/models_facts.h"

#include "core/base/text.h"
#include "ui/kit/text.h"
#include "ui/models/models_model.h"
#include "ui/widgets/form_column.h"

#include <QVBoxLayout>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kFactNameWidthPx = 150;
constexpr int kWidestPx = 860;

QString transferText(const std::string& transfer) {
    if (transfer == "srgb")
        return ModelsFacts::tr("sRGB curve, for input and colours");
    if (transfer == "gamma22")
        return ModelsFacts::tr("power 2.2, for input and colours");
    if (transfer == "log100")
        return ModelsFacts::tr("logarithms (log100), for input and colours");
    return toQString(transfer);
}

QString orderText(const ModelSummary& summary) {
    const QString order = summary.concatOrder == "image_first"
                              ? ModelsFacts::tr("picture first, then noise")
                              : ModelsFacts::tr("noise first, then picture");
    return ModelsFacts::tr("%1 (says %2)").arg(order, toQString(summary.concatOrderReason));
}

QString partText(const ComponentSummary& part) {
    QStringList words{toQString(part.className)};
    if (part.tensors > 0)
        words << ModelsFacts::tr("%1 parameters").arg(countText(part.parameters))
              << ModelsFacts::tr("%n tensors", nullptr, static_cast<int>(part.tensors))
              << toQString(part.dtype) << toQString(formatBytes(part.bytes));
    return words.join(QStringLiteral(" · "));
}

} // namespace

ModelsFacts::ModelsFacts(QWidget* parent) : QScrollArea(parent), m_content(new QWidget(this)) {
    setObjectName(QStringLiteral("panelScroll"));
    m_content->setObjectName(QStringLiteral("panelContent"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Facts of the model"));
    setWidget(m_content);
    setModel(nullptr);
}

void ModelsFacts::clear() {
    qDeleteAll(m_content->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly));
    delete m_content->layout();
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnMinimumWidth(0, kFactNameWidthPx);
    m_grid->setColumnStretch(1, 1);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(20, 18, 20, 18);
    column->addLayout(m_grid);
    column->addStretch(1);
    m_line = 0;
}

void ModelsFacts::addWide(const QString& text, const char* role) {
    QLabel* label = makeLabel(text, role, m_content);
    label->setWordWrap(true);
    label->setMaximumWidth(kWidestPx);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_grid->addWidget(label, m_line++, 0, 1, 2);
}

void ModelsFacts::addHeading(const QString& text) {
    m_grid->setRowMinimumHeight(m_line++, 8);
    m_grid->addWidget(makeLabel(text, "section", m_content), m_line++, 0, 1, 2);
}

void ModelsFacts::addFact(const QString& name, const QString& value) {
    m_grid->addWidget(makeLabel(name, "label", m_content), m_line, 0, Qt::AlignTop);
    QLabel* label = makeLabel(value, "", m_content);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_grid->addWidget(label, m_line++, 1);
}

void ModelsFacts::setModel(const ModelRow* row) {
    clear();
    if (row == nullptr) {
        addWide(tr("No model chosen"), "title");
        addWide(tr("Choose a model in the table."), "lead");
        return;
    }
    addWide(toQString(row->found.name), "title");
    addWide(toQString(row->found.folder), "hint");
    if (row->failure) {
        addWide(sentence(row->failure->message), "bad");
        if (!row->failure->hint.empty())
            addWide(sentence(row->failure->hint), "label");
        addWide(tr("Check lists every fault of the folder, not only the first."), "label");
        return;
    }
    showSummary(*row->summary, *row);
}

void ModelsFacts::showSummary(const ModelSummary& summary, const ModelRow& row) {
    if (summary.isRandom)
        addWide(tr("Random weights, never trained: its pictures mean nothing."), "bad");
    if (!row.seesImage)
        addWide(tr("Its UNet makes pictures from text and takes none: it can be trained, but not "
                   "used as it is."),
                "bad");
    addHeading(tr("What it makes"));
    addFact(tr("Targets"), targetsText(row));
    addFact(tr("Colours"), transferText(summary.transfer));
    if (summary.headroomEv > 0)
        addFact(tr("Headroom"),
                tr("%1 stops: scene-linear pictures are shown to it that much darker, so that "
                   "fewer highlights clip")
                    .arg(summary.headroomEv, 0, 'f', 1));
    const QString steps = tr("%n steps", nullptr, summary.defaultSteps);
    addFact(tr("Made for"), summary.defaultProcessingRes > 0
                                ? tr("%1, pictures of %2 pixels on their longer side")
                                      .arg(steps)
                                      .arg(summary.defaultProcessingRes)
                                : tr("%1, pictures in their own size").arg(steps));
    if (summary.hasStrength && summary.strength < 1)
        addFact(tr("Strength"), tr("%1 % of its correction, unless you ask for another")
                                    .arg(std::lround(100 * summary.strength)));
    addFact(tr("Uncertainty"), summary.calibration.empty()
                                   ? tr("spread of the ensemble, not calibrated")
                                   : tr("calibrated: %1").arg(toQString(summary.calibration)));
    addHeading(tr("Where it comes from"));
    addFact(tr("Provenance"), summary.provenance.empty() ? tr("the folder does not say")
                                                         : toQString(summary.provenance));
    if (!row.card.license.empty())
        addFact(tr("Licence"), toQString(row.card.license));
    addFact(tr("Place"), placeText(row.found.place));
    addFact(tr("On disk"), toQString(formatBytes(row.diskBytes)));
    addHeading(tr("How it is run"));
    addFact(tr("Class"), toQString(summary.className));
    addFact(tr("Predicts"), toQString(summary.predictionType));
    addFact(tr("Input of the UNet"), orderText(summary));
    addFact(tr("Resizing"), tr("as %1 does").arg(toQString(summary.resizeConvention)));
    addFact(tr("Latents"), tr("%1 channels, one for %2 × %2 pixels, scaled by %3")
                               .arg(summary.latentChannels)
                               .arg(summary.vaeFactor)
                               .arg(summary.scalingFactor));
    if (!summary.quantizer.empty())
        addFact(tr("Codes"), toQString(summary.quantizer));
    addHeading(tr("Parts"));
    for (const ComponentSummary& part : summary.components)
        addFact(toQString(part.name), partText(part));
}

} // namespace unlit::ui
