#include "ui/data/synthesize_view.h"

#include "core/base/text.h"
#include "core/session/data/synthesis_schema.h"
#include "ui/data/pair_thumbnail.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kFormWidthPx = 380;
constexpr int kLookAfterMs = 120; // a value that is being turned has come to rest

QSpinBox* makeBox(int low, int high, const QString& suffix, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(low, high);
    box->setSuffix(suffix);
    box->setKeyboardTracking(true);
    return box;
}

QSpinBox* makeBox(const char* key, const QString& suffix, QWidget* parent) {
    const config::WholeLimits limits = synthesisLimits(key);
    return makeBox(limits.least, limits.most, suffix, parent);
}

/// " 2 texture sets could not be read: …", or nothing.
QString brokenText(const SynthesisSummary& summary) {
    if (summary.broken.empty())
        return {};
    const auto& [name, why] = *summary.broken.begin();
    return u' ' + SynthesizeView::tr("Texture sets that could not be read and were left out: %1, "
                                     "such as %2 (%3).")
                      .arg(summary.broken.size())
                      .arg(toQString(name), toQString(why));
}

} // namespace

SynthesizeView::SynthesizeView(QWidget* parent)
    : QWidget(parent), m_output(new QLineEdit(this)), m_textures(new QLineEdit(this)),
      m_count(makeBox("count", tr(" pairs"), this)), m_size(makeBox("size", tr(" px"), this)),
      m_samples(makeBox("samples", {}, this)), m_seed(new SeedField(this)),
      m_repaint(makeBox(0, 100, tr(" % of materials"), this)),
      m_swapRelief(makeBox(0, 100, tr(" % of materials"), this)),
      m_half(new QCheckBox(tr("16-bit float files"), this)), m_materials(new QListWidget(this)),
      m_grid(new LookGrid(this)), m_message(new MessageBar(this)) {
    auto* left = new QFrame(this);
    left->setObjectName(QStringLiteral("panel"));
    left->setFixedWidth(kFormWidthPx);
    auto* scroll = new QScrollArea(left);
    scroll->setObjectName(QStringLiteral("panelScroll"));
    scroll->setAccessibleName(tr("Synthetic set"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(makeForm());
    auto* message = new QHBoxLayout;
    message->setContentsMargins(12, 8, 12, 8);
    message->addWidget(m_message);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addLayout(message);
    column->addWidget(makeFooter());
    auto* right = new QVBoxLayout;
    right->setContentsMargins(20, 14, 20, 14);
    right->setSpacing(10);
    QLabel* title =
        makeLabel(tr("The first pictures, smaller: beauty and albedo"), "section", this);
    title->setWordWrap(true);
    right->addWidget(title);
    right->addWidget(m_grid, 1);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(left);
    all->addLayout(right, 1);
    m_lookTimer.setSingleShot(true);
    m_lookTimer.setInterval(kLookAfterMs);
    setSettings({});
    connectParts();
    updateButtons();
}

void SynthesizeView::connectParts() {
    for (QSpinBox* box : {m_samples, m_repaint, m_swapRelief})
        connect(box, &QSpinBox::valueChanged, this, &SynthesizeView::settingsEdited);
    connect(m_seed, &SeedField::seedChanged, this, &SynthesizeView::settingsEdited);
    connect(m_materials, &QListWidget::itemChanged, this, &SynthesizeView::settingsEdited);
    connect(m_textures, &QLineEdit::editingFinished, this, &SynthesizeView::settingsEdited);
    connect(m_output, &QLineEdit::textChanged, this, &SynthesizeView::updateButtons);
    connect(&m_lookTimer, &QTimer::timeout, this, &SynthesizeView::askLooks);
    connect(&m_looks, &SynthesisLooks::rendered, this, &SynthesizeView::showLook);
    connect(&m_looks, &SynthesisLooks::failed, this, &SynthesizeView::say);
    connect(m_make, &QPushButton::clicked, this, &SynthesizeView::make);
    connect(m_stop, &QPushButton::clicked, &m_maker, &SetMaker::stop);
    connect(&m_maker, &SetMaker::progressed, this, &SynthesizeView::showProgress);
    connect(&m_maker, &SetMaker::made, this, &SynthesizeView::showMade);
    connect(&m_maker, &SetMaker::failed, this, &SynthesizeView::say);
    connect(&m_maker, &SetMaker::stopped, this, [this] {
        m_state->setText(tr("Stopped; nothing is left behind."));
        updateButtons();
    });
}

SynthesisOptions SynthesizeView::options() const {
    SynthesisOptions options;
    options.output = toPath(m_output->text().trimmed());
    options.count = m_count->value();
    options.size = m_size->value();
    options.samples = m_samples->value();
    options.seed = m_seed->seed();
    options.textures = toPath(m_textures->text().trimmed());
    options.repaint = m_repaint->value() / 100.0;
    options.swapRelief = m_swapRelief->value() / 100.0;
    options.half = m_half->isChecked();
    options.overwrite = m_mayOverwrite;
    for (int i = 0; i < m_materials->count(); ++i)
        if (m_materials->item(i)->checkState() != Qt::Checked)
            options.heldOut.push_back(m_materials->item(i)->text().toStdString());
    return options;
}

void SynthesizeView::setSettings(const DataSettings& settings) {
    const QSignalBlocker quiet(m_materials);
    m_output->setText(settings.synthesisFolder);
    m_textures->setText(settings.texturesFolder);
    m_count->setValue(settings.synthesisCount);
    m_size->setValue(settings.synthesisSize);
    m_samples->setValue(settings.synthesisSamples);
    m_seed->setSeed(settings.synthesisSeed);
    m_repaint->setValue(settings.synthesisRepaintPercent);
    m_swapRelief->setValue(settings.synthesisSwapPercent);
    m_half->setChecked(settings.synthesisHalf);
    for (int i = 0; i < m_materials->count(); ++i)
        m_materials->item(i)->setCheckState(
            settings.heldOut.contains(m_materials->item(i)->text()) ? Qt::Unchecked : Qt::Checked);
}

void SynthesizeView::store(DataSettings& settings) const {
    const SynthesisOptions now = options();
    settings.synthesisFolder = m_output->text().trimmed();
    settings.texturesFolder = m_textures->text().trimmed();
    settings.synthesisCount = now.count;
    settings.synthesisSize = now.size;
    settings.synthesisSamples = now.samples;
    settings.synthesisSeed = now.seed;
    settings.synthesisRepaintPercent = m_repaint->value();
    settings.synthesisSwapPercent = m_swapRelief->value();
    settings.synthesisHalf = now.half;
    settings.heldOut.clear();
    for (const std::string& family : now.heldOut)
        settings.heldOut += toQString(family);
}

void SynthesizeView::setTextures(const QString& folder) {
    m_textures->setText(folder);
    settingsEdited();
}

void SynthesizeView::settingsEdited() {
    m_grid->setWaiting();
    m_looks.stop();
    if (isVisible())
        m_lookTimer.start();
}

void SynthesizeView::askLooks() {
    if (m_maker.isBusy())
        return; // all processors are at work on the set itself
    m_looks.ask(options(), LookGrid::kCount, LookGrid::kSidePx);
}

void SynthesizeView::showLook(int index, const SynthesisPreview& preview) {
    QStringList materials;
    for (const std::string& material : preview.materials)
        materials += toQString(material);
    m_grid->setLook(index, pairThumbnail(*preview.beauty, *preview.albedo),
                    tr("%1, %2 · %3")
                        .arg(toQString(preview.kind), toQString(preview.light),
                             materials.join(QStringLiteral(", "))));
}

void SynthesizeView::make() {
    if (m_maker.isBusy())
        return;
    const SynthesisOptions wanted = options();
    m_mayOverwrite = false;
    m_message->hide();
    m_looks.stop();
    m_maker.make(wanted);
    m_bar->setValue(0);
    m_state->setText(tr("Beginning…"));
    updateButtons();
}

void SynthesizeView::showProgress(const SynthesisProgress& progress) {
    m_bar->setValue(progress.total > 0 ? progress.done * 1000 / progress.total : 0);
    if (progress.listed > 0)
        return m_state->setText(
            tr("Looking for textures: %n files", nullptr, static_cast<int>(progress.listed)));
    QString text = tr("%1 of %2").arg(progress.done).arg(progress.total);
    if (progress.done > 0)
        text += QStringLiteral(" · ") +
                timeLeftText(progress.seconds / progress.done * (progress.total - progress.done));
    m_state->setText(text);
}

void SynthesizeView::showMade(const SynthesisSummary& summary) {
    m_state->clear();
    const QString folder = toQString(summary.output);
    m_message->say(MessageBar::Kind::Good, tr("The set is made"),
                   tr("%1 in %2.").arg(folder, toQString(formatSeconds(summary.seconds))) +
                       brokenText(summary),
                   {{tr("Open it"), [this, folder] { emit openAsked(folder); }}});
    updateButtons();
    settingsEdited();
}

void SynthesizeView::say(const Failure& failure) {
    m_state->clear();
    std::vector<MessageBar::Choice> choices;
    const SynthesisOptions now = options();
    std::error_code problem;
    const bool isEarlierSet = std::filesystem::exists(now.output / "synthesis.json", problem);
    if (isEarlierSet && failure.kind == ErrorKind::InvalidInput && !now.overwrite)
        choices.push_back({tr("Replace it"), [this] {
                               m_mayOverwrite = true;
                               make();
                           }});
    m_message->say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint),
                   choices);
    updateButtons();
}

void SynthesizeView::updateButtons() {
    m_make->setEnabled(!m_maker.isBusy() && !m_output->text().trimmed().isEmpty());
    m_stop->setVisible(m_maker.isBusy());
    m_bar->setVisible(m_maker.isBusy());
}

void SynthesizeView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_grid->isWaiting())
        m_lookTimer.start();
}

void SynthesizeView::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_lookTimer.stop();
    m_looks.stop();
}

} // namespace unlit::ui
