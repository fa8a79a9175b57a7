#include "ui/data/pair_detail.h"

#include "ui/kit/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QScrollArea>

namespace unlit::ui {

namespace {

QString rowsText(const QStringList& rows) {
    return rows.join(u'\n');
}

QString figuresOf(const data::PairReport& report) {
    if (report.width == 0)
        return {};
    QStringList rows{pixelSizeText(report.width, report.height)};
    rows += PairDetail::tr("beauty %1, albedo %2")
                .arg(report.beautyIsFloat ? PairDetail::tr("float") : PairDetail::tr("integer"),
                     report.albedoIsFloat ? PairDetail::tr("float") : PairDetail::tr("integer"));
    rows += PairDetail::tr("usable pixels %1").arg(toQString(data::percentText(report.validShare)));
    if (report.isComparable)
        rows += PairDetail::tr("mean albedo %1 (linear)").arg(report.albedoMean, 0, 'f', 3);
    if (report.lightStops)
        rows += PairDetail::tr("light %1 stops").arg(*report.lightStops, 0, 'f', 2);
    return rowsText(rows);
}

void fillLayers(QComboBox& box, const std::vector<std::string>& layers, const std::string& chosen) {
    const QSignalBlocker quiet(box);
    box.clear();
    box.addItem(PairDetail::tr("by the table of names"), QString());
    for (const std::string& layer : layers)
        if (!layer.empty())
            box.addItem(toQString(layer), toQString(layer));
    const int found = box.findData(toQString(chosen));
    if (found < 0)
        box.addItem(toQString(chosen), toQString(chosen));
    box.setCurrentIndex(found < 0 ? box.count() - 1 : found);
}

} // namespace

PairDetail::PairDetail(QWidget* parent)
    : QFrame(parent), m_title(makeLabel({}, "plotTitle", this)),
      m_files(makeLabel({}, "label", this)), m_reason(makeLabel({}, "label", this)),
      m_findings(makeLabel({}, "label", this)), m_figures(makeLabel({}, "label", this)),
      m_why(makeLabel(tr("Why a pair"), "section", this)),
      m_found(makeLabel(tr("What was found"), "section", this)) {
    setObjectName(QStringLiteral("panel"));
    setMinimumWidth(240);
    auto* content = new QWidget(this);
    content->setObjectName(QStringLiteral("panelContent"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(6);
    for (QLabel* label : {m_title, m_files, m_reason, m_findings, m_figures}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setMinimumWidth(0);
    }
    m_findings->setTextFormat(Qt::RichText);
    column->addWidget(m_title);
    column->addWidget(m_files);
    column->addSpacing(8);
    column->addWidget(m_found);
    column->addWidget(m_findings);
    column->addWidget(m_figures);
    column->addSpacing(8);
    column->addWidget(m_why);
    column->addWidget(m_reason);
    column->addSpacing(8);
    column->addWidget(makeLayers());
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("panelScroll"));
    scroll->setAccessibleName(tr("What was found"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(scroll, 1);
    all->addWidget(makeFooter());
}

QWidget* PairDetail::makeLayers() {
    m_layers = new QWidget(this);
    m_beautyLayer = new QComboBox(m_layers);
    m_albedoLayer = new QComboBox(m_layers);
    auto* column = new QVBoxLayout(m_layers);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(makeLabel(tr("Layers, for the whole set"), "section", m_layers));
    const auto addBox = [&](const QString& name, QComboBox* box) {
        box->setAccessibleName(name);
        box->setToolTip(tr("The set is paired anew with this layer of its EXR files"));
        box->setMinimumWidth(0);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setFocusPolicy(Qt::StrongFocus);
        column->addWidget(makeLabel(name, "label", m_layers));
        column->addWidget(box);
        connect(box, &QComboBox::activated, this, [this] {
            emit layersChosen({m_beautyLayer->currentData().toString().toStdString(),
                               m_albedoLayer->currentData().toString().toStdString()});
        });
    };
    addBox(tr("Beauty"), m_beautyLayer);
    addBox(tr("Albedo"), m_albedoLayer);
    m_layers->hide();
    return m_layers;
}

QWidget* PairDetail::makeFooter() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    m_view = new QPushButton(tr("View"), footer);
    m_view->setToolTip(tr("Beauty and albedo in the viewer (Enter)"));
    m_quarantine = new QPushButton(tr("Quarantine"), footer);
    for (QPushButton* button : {m_view, m_quarantine})
        button->setFocusPolicy(Qt::TabFocus);
    connect(m_view, &QPushButton::clicked, this, &PairDetail::viewAsked);
    connect(m_quarantine, &QPushButton::clicked, this, &PairDetail::quarantineAsked);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(m_view);
    row->addWidget(m_quarantine);
    row->addStretch(1);
    return footer;
}

void PairDetail::setPair(const PairListModel& pairs, int row, int chosen) {
    const bool hasPair = row >= 0;
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_files, m_reason, m_findings, m_figures, m_why, m_found})
        part->setVisible(hasPair);
    m_view->setEnabled(hasPair);
    m_quarantine->setEnabled(hasPair);
    if (!hasPair) {
        m_title->setText(tr("No pair is chosen"));
        clearLayers();
        return;
    }
    const data::FoundPair& pair = pairs.at(row);
    m_title->setText(toQString(pair.key));
    showFiles(pair);
    showFindings(pairs.reportOf(row));
    const bool isOut = pairs.partOf(row) == PairPart::Quarantine;
    if (chosen > 1)
        m_quarantine->setText(isOut ? tr("Bring back %n pairs", nullptr, chosen)
                                    : tr("Quarantine %n pairs", nullptr, chosen));
    else
        m_quarantine->setText(isOut ? tr("Bring back") : tr("Quarantine"));
    m_quarantine->setToolTip(
        isOut ? tr("Takes it out of the quarantine list (Delete)")
              : tr("Leaves it out of lists, splits and training. Its files stay where they are; "
                   "Ctrl+Z takes it back (Delete)"));
}

void PairDetail::showFiles(const data::FoundPair& pair) {
    QStringList files{toQString(toText(pair.pair.beauty)), toQString(toText(pair.pair.albedo))};
    if (pair.pair.mask)
        files += toQString(toText(*pair.pair.mask));
    if (!pair.pair.condition.empty())
        files += toQString(pair.pair.condition);
    m_files->setText(rowsText(files));
    QString reason = sentence(pair.reason);
    if (!pair.warning.empty())
        reason += u'\n' + tr("Mind: %1").arg(toQString(pair.warning));
    m_reason->setText(reason);
}

void PairDetail::showFindings(const data::PairReport* report) {
    m_figures->setText(report != nullptr ? figuresOf(*report) : QString());
    m_figures->setVisible(!m_figures->text().isEmpty());
    if (report == nullptr) {
        m_findings->setText(tr("Not looked at yet."));
        return;
    }
    if (report->findings.empty()) {
        m_findings->setText(tr("Nothing."));
        return;
    }
    const ThemeTokens& tokens = themeTokens(palette());
    QString html;
    for (const data::Finding& finding : report->findings) {
        const QColor color = finding.severity == data::Severity::Error     ? tokens.bad
                             : finding.severity == data::Severity::Warning ? tokens.accent
                                                                           : tokens.info;
        html += QStringLiteral("<p style='margin:0 0 6px 0'><span style='color:%1'>● %2</span> – "
                               "%3</p>")
                    .arg(color.name(),
                         toQString(toString(finding.severity)) + QStringLiteral(": ") +
                             checkName(finding.check),
                         sentence(finding.text).toHtmlEscaped());
    }
    m_findings->setText(html);
}

void PairDetail::clearLayers() {
    m_layers->hide();
}

void PairDetail::setLayers(const PairPreview& preview, const data::LayerChoice& choice,
                           bool mayChoose) {
    fillLayers(*m_beautyLayer, preview.beautyLayers, choice.beauty);
    fillLayers(*m_albedoLayer, preview.albedoLayers, choice.albedo);
    const bool hasChoice = preview.beautyLayers.size() > 1 || preview.albedoLayers.size() > 1 ||
                           !choice.beauty.empty() || !choice.albedo.empty();
    m_layers->setVisible(mayChoose && hasChoice);
}

QString PairDetail::text() const {
    QStringList all;
    for (const QLabel* label : {m_title, m_files, m_findings, m_figures, m_reason})
        all += label->text();
    return rowsText(all);
}

} // namespace unlit::ui
