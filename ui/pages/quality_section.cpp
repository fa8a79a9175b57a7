#include "ui/pages/quality_section.h"

#include "core/base/text.h"
#include "core/infer/member_size.h"
#include "ui/bridge/text.h"
#include "ui/theme/icon.h"
#include "ui/widgets/form_column.h"
#include "ui/widgets/segmented_control.h"

#include <QAction>
#include <QRandomGenerator>
#include <QRegularExpressionValidator>
#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kMostSteps = 1000;

} // namespace

QualitySection::QualitySection(FormColumn& form, QObject* parent)
    : QObject(parent), m_quality(new SegmentedControl(&form)), m_steps(new QSpinBox(&form)),
      m_ensemble(new QSpinBox(&form)), m_size(new QSpinBox(&form)), m_seed(new QLineEdit(&form)),
      m_precision(new QComboBox(&form)), m_tiles(new QComboBox(&form)),
      m_detail(new QComboBox(&form)), m_keepsBlack(new QCheckBox(tr("Keep black"), &form)),
      m_endsSettled(new QCheckBox(tr("End when settled"), &form)), m_strength(new QSpinBox(&form)) {
    form.addSection(tr("Quality"));
    m_quality->setFillsWidth(true);
    m_quality->setItems({tr("Draft"), tr("Standard"), tr("Best"), tr("Custom")}, explanations());
    m_quality->setAccessibleName(tr("Quality"));
    form.addWide(m_quality);
    addRows(form);
    m_estimate = form.addHint();
    connect(m_quality, &SegmentedControl::chosen, this,
            [this](int index) { pick(static_cast<Quality>(index)); });
    for (QSpinBox* box : {m_steps, m_ensemble, m_size})
        connect(box, &QSpinBox::valueChanged, this, &QualitySection::valueEdited);
    connect(m_seed, &QLineEdit::textChanged, this, [this] { emit edited(); });
    for (QComboBox* box : {m_precision, m_tiles, m_detail})
        connect(box, &QComboBox::activated, this, [this] { emit edited(); });
    for (QCheckBox* box : {m_endsSettled, m_keepsBlack})
        connect(box, &QCheckBox::toggled, this, [this] { emit edited(); });
    connect(m_strength, &QSpinBox::valueChanged, this, [this](int percent) {
        if (m_isShowing)
            return;
        m_wantedPercent = percent == modelsPercent() ? kModelsStrength : percent;
        emit edited();
    });
    showLimits();
    choose(Quality::Standard);
}

void QualitySection::addRows(FormColumn& form) {
    form.addRow(tr("Steps"), m_steps, {});
    form.addRow(tr("Ensemble"), m_ensemble, {});
    form.addRow(
        QString(), m_endsSettled,
        tr("The ensemble ends when two more members in a row change the mean spread by less "
           "than 5 %"));
    m_size->setRange(0, 16384);
    m_size->setSingleStep(64);
    m_size->setSuffix(tr(" px"));
    m_size->setSpecialValueText(tr("Own size"));
    form.addRow(tr("Processing size"), m_size,
                tr("Longer side in pixels that the network sees; 0 is the picture's own size"));
    for (const auto& [mode, text] :
         {std::pair{TileMode::Off, tr("Resize")}, std::pair{TileMode::Auto, tr("Auto")},
          std::pair{TileMode::On, tr("Tiles")}})
        m_tiles->addItem(text, static_cast<int>(mode));
    form.addRow(tr("Large pictures"), m_tiles,
                tr("Resize: the network sees the whole picture at the processing size. Tiles: it "
                   "sees overlapping parts at the picture's own size, too, and keeps their detail; "
                   "takes as much longer as the picture is larger. Auto: tiles from twice the "
                   "processing size on"));
    m_detail->addItem(tr("From the picture"), static_cast<int>(DetailMode::Guided));
    m_detail->addItem(tr("Off"), static_cast<int>(DetailMode::Off));
    form.addRow(tr("Detail"), m_detail,
                tr("What is finer than the network sees. From the picture: its edges and textures, "
                   "divided into paint and light as the network divides what is around them. Off: "
                   "the network's answer is only enlarged, and soft"));
    m_keepsBlack->setChecked(true);
    form.addRow(QString(), m_keepsBlack,
                tr("Pixels without light, such as the black around cut-outs, are hidden from the "
                   "network and stay as they are. The viewer marks them (Shift+U)"));
    m_strength->setRange(0, 100);
    m_strength->setSingleStep(5);
    m_strength->setSuffix(tr(" %"));
    form.addRow(tr("Strength"), m_strength, {});
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{1,19}")), m_seed));
    QAction* dice =
        m_seed->addAction(themedIcon(QStringLiteral("dice")), QLineEdit::TrailingPosition);
    dice->setToolTip(tr("Another seed"));
    connect(dice, &QAction::triggered, this, [this] {
        m_seed->setText(QString::number(QRandomGenerator::global()->bounded(1, 1'000'000)));
    });
    form.addRow(tr("Seed"), m_seed, {});
    for (const Precision precision :
         {Precision::Auto, Precision::Float32, Precision::BFloat16, Precision::Float16})
        m_precision->addItem(precision == Precision::Auto ? tr("Auto")
                                                          : QString::fromUtf8(toString(precision)),
                             static_cast<int>(precision));
    form.addRow(tr("Precision"), m_precision,
                tr("Number type of the network: Auto takes what is fastest here"));
}

void QualitySection::pick(Quality quality) {
    choose(quality);
    emit edited();
}

void QualitySection::choose(Quality quality) {
    m_quality->setCurrent(static_cast<int>(quality));
    if (quality != Quality::Custom)
        show(valuesFor(quality));
}

void QualitySection::show(const QualityValues& values) {
    const QScopedValueRollback showing(m_isShowing, true);
    m_steps->setValue(values.steps);
    m_ensemble->setValue(values.ensemble);
    m_size->setValue(values.processingRes);
}

int QualitySection::modelsPercent() const {
    return static_cast<int>(std::lround(100 * m_model.strength));
}

void QualitySection::showStrength(int percent) {
    const QScopedValueRollback showing(m_isShowing, true);
    m_wantedPercent = percent;
    const bool isModels = percent == kModelsStrength || !m_model.hasStrength;
    m_strength->setValue(isModels ? modelsPercent() : percent);
}

void QualitySection::valueEdited() {
    if (m_isShowing)
        return;
    m_quality->setCurrent(static_cast<int>(Quality::Custom));
    emit edited();
}

void QualitySection::setSettings(const InferSettings& settings) {
    const QSignalBlocker quiet(this);
    choose(settings.quality);
    if (settings.quality == Quality::Custom)
        show(settings.custom);
    m_seed->setText(QString::number(settings.seed));
    m_precision->setCurrentIndex(m_precision->findData(static_cast<int>(settings.precision)));
    m_tiles->setCurrentIndex(m_tiles->findData(static_cast<int>(settings.tiles)));
    m_detail->setCurrentIndex(m_detail->findData(static_cast<int>(settings.detail)));
    m_keepsBlack->setChecked(settings.keepBlack == KeepBlack::Auto);
    m_endsSettled->setChecked(settings.endsSettled);
    showStrength(settings.strengthPercent);
}

void QualitySection::fill(InferSettings& settings) const {
    settings.quality = static_cast<Quality>(m_quality->current());
    settings.custom = values();
    settings.seed = m_seed->text().toULongLong();
    settings.precision = static_cast<Precision>(m_precision->currentData().toInt());
    settings.tiles = static_cast<TileMode>(m_tiles->currentData().toInt());
    settings.detail = static_cast<DetailMode>(m_detail->currentData().toInt());
    settings.keepBlack = m_keepsBlack->isChecked() ? KeepBlack::Auto : KeepBlack::Off;
    settings.endsSettled = m_endsSettled->isChecked();
    settings.strengthPercent = m_model.hasStrength ? m_wantedPercent : kModelsStrength;
}

void QualitySection::setModel(const ModelQuality& model) {
    m_model = model;
    showLimits();
    choose(static_cast<Quality>(m_quality->current()));
    showStrength(m_wantedPercent);
}

void QualitySection::showLimits() {
    const QScopedValueRollback showing(m_isShowing, true);
    const bool isOneStep = m_model.isOneStep;
    m_steps->setRange(1, isOneStep ? 1 : kMostSteps);
    m_ensemble->setRange(1, m_model.mostMembers);
    m_steps->setEnabled(!isOneStep);
    m_seed->setEnabled(!isOneStep);
    m_strength->setEnabled(m_model.hasStrength);
    const auto explain = [](QWidget* control, const QString& text) {
        control->setToolTip(text);
        control->setAccessibleDescription(text);
    };
    explain(m_steps, isOneStep ? tr("This model takes one step")
                               : tr("Denoising steps of each member, 1 to %1").arg(kMostSteps));
    explain(m_ensemble,
            isOneStep ? tr("Members: the picture as it is, mirrored, upside down, and both; from "
                           "the fifth on the same, turned by a quarter; from the ninth on in its "
                           "quarter turns, half as large again. Their median is taken")
                      : tr("Members: predictions from different noise whose median is "
                           "taken. Where the model is not calibrated, there is an uncertainty map "
                           "from 2 on"));
    explain(m_seed, isOneStep ? tr("This model begins without noise: every seed gives the same")
                              : tr("The same seed and settings give the same picture"));
    explain(
        m_strength,
        m_model.hasStrength
            ? tr("How much of the light goes: 0 leaves the picture as it is, 100 takes the model "
                 "at its word. %1 % is what this model does best")
                  .arg(modelsPercent())
            : tr("This model has no albedo of which a part could be taken"));
    m_quality->setToolTips(explanations());
}

QualityValues QualitySection::values() const {
    return {m_steps->value(), m_ensemble->value(), m_size->value()};
}

QStringList QualitySection::explanations() const {
    if (m_model.isOneStep)
        return {tr("512 px: a first look"),
                tr("The size the model was made for, %1 members").arg(infer::kMirroredViews),
                tr("%1 members, of which %2 see the picture larger, too: finer detail")
                    .arg(m_model.mostMembers)
                    .arg(m_model.mostMembers - infer::kOwnSizeViews),
                tr("Your own values; any change below leads here")};
    return {tr("One step at 512 px: a first look"),
            tr("The steps and size the model was made for, five members"),
            tr("Ten steps or more, ten members"),
            tr("Your own values; any change below leads here")};
}

QualityValues QualitySection::valuesFor(Quality quality) const {
    return quality == Quality::Custom ? values() : valuesOf(quality, m_model);
}

void QualitySection::setEstimates(const std::array<std::optional<double>, 4>& seconds,
                                  const QString& device) {
    QStringList tips = explanations();
    for (qsizetype i = 0; i < tips.size(); ++i)
        if (const auto& known = seconds[static_cast<std::size_t>(i)])
            tips[i] += tr("\nAbout %1 an image here").arg(toQString(formatSeconds(*known)));
    m_quality->setToolTips(tips);
    const auto& chosen = seconds[static_cast<std::size_t>(m_quality->current())];
    m_estimate->setText(chosen ? tr("about %1 on this %2")
                                     .arg(toQString(formatSeconds(std::max(0.1, *chosen))), device)
                               : QString());
}

} // namespace unlit::ui
