#include "ui/pages/infer/quality_section.h"

#include "core/base/text.h"
#include "core/infer/ensemble/member_size.h"
#include "core/session/infer/request_schema.h"
#include "ui/kit/text.h"
#include "ui/theme/icon.h"
#include "ui/widgets/form_column.h"
#include "ui/widgets/segmented_control.h"

#include <QAction>
#include <QRandomGenerator>
#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr const char* kKeyProperty = "settingKey"; ///< of a box: which setting it shows

int limitOf(const char* key) {
    return inferLimits(key).most;
}

} // namespace

QualitySection::QualitySection(FormColumn& form, QObject* parent)
    : QObject(parent), m_quality(new SegmentedControl(&form)), m_steps(new QSpinBox(&form)),
      m_ensemble(new QSpinBox(&form)), m_size(new QSpinBox(&form)), m_seed(new SeedField(&form)),
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
    connect(m_seed, &SeedField::seedChanged, this, [this] {
        m_options.seed = m_seed->seed();
        emit edited();
    });
    for (QComboBox* box : {m_precision, m_tiles, m_detail})
        connect(box, &QComboBox::activated, this, [this, box] { takeWord(*box); });
    connect(m_endsSettled, &QCheckBox::toggled, this, [this](bool isOn) {
        m_options.settledSpread = isOn ? kSettledSpread : 0;
        emit edited();
    });
    connect(m_keepsBlack, &QCheckBox::toggled, this, [this](bool isOn) {
        m_options.keepBlack = isOn ? KeepBlack::Auto : KeepBlack::Off;
        emit edited();
    });
    connect(m_strength, &QSpinBox::valueChanged, this, &QualitySection::takeStrength);
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
    m_size->setRange(inferLimits("processing_res").least, limitOf("processing_res"));
    m_size->setSingleStep(64);
    m_size->setSuffix(tr(" px"));
    m_size->setSpecialValueText(tr("Own size"));
    form.addRow(tr("Processing size"), m_size,
                tr("Longer side in pixels that the network sees; 0 is the picture's own size"));
    addWords(*m_tiles, "tiles", {{"off", tr("Resize")}, {"auto", tr("Auto")}, {"on", tr("Tiles")}});
    form.addRow(tr("Large pictures"), m_tiles,
                tr("Resize: the network sees the whole picture at the processing size. Tiles: it "
                   "sees overlapping parts at the picture's own size, too, and keeps their detail; "
                   "takes as much longer as the picture is larger. Auto: tiles from twice the "
                   "processing size on"));
    addWords(*m_detail, "detail", {{"guided", tr("From the picture")}, {"off", tr("Off")}});
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
    QAction* dice =
        m_seed->addAction(themedIcon(QStringLiteral("dice")), QLineEdit::TrailingPosition);
    dice->setToolTip(tr("Another seed"));
    connect(dice, &QAction::triggered, this,
            [this] { m_seed->setSeed(QRandomGenerator::global()->bounded(1U, 1'000'000U)); });
    form.addRow(tr("Seed"), m_seed, {});
    addWords(*m_precision, "precision", {{"auto", tr("Auto")}});
    form.addRow(tr("Precision"), m_precision,
                tr("Number type of the network: Auto takes what is fastest here"));
}

void QualitySection::addWords(QComboBox& box, const std::string& key,
                              const std::map<std::string, QString>& titles) {
    box.setProperty(kKeyProperty, toQString(key));
    for (const std::string& word : wordsOf(optionAt(describe(m_options), key))) {
        const auto title = titles.find(word);
        box.addItem(title == titles.end() ? toQString(word) : title->second, toQString(word));
    }
}

void QualitySection::showWord(QComboBox& box) {
    const std::string key = box.property(kKeyProperty).toString().toStdString();
    // What is not set is what stands first.
    const int index = box.findData(toQString(textOf(optionAt(describe(m_options), key))));
    box.setCurrentIndex(std::max(0, index));
}

void QualitySection::takeWord(const QComboBox& box) {
    const std::string key = box.property(kKeyProperty).toString().toStdString();
    assignText(optionAt(describe(m_options), key), box.currentData().toString().toStdString());
    emit edited();
}

void QualitySection::takeStrength(int percent) {
    if (m_isShowing)
        return;
    m_options.strength.reset();
    if (percent != modelsPercent())
        m_options.strength = percent / 100.0;
    emit edited();
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

void QualitySection::showStrength() {
    const QScopedValueRollback showing(m_isShowing, true);
    const bool isModels = !m_options.strength || !m_model.hasStrength;
    m_strength->setValue(isModels ? modelsPercent()
                                  : static_cast<int>(std::lround(100 * *m_options.strength)));
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
        show(settings.custom());
    m_endsSettled->setChecked(settings.options.settledSpread > 0);
    m_keepsBlack->setChecked(settings.options.keepBlack == KeepBlack::Auto);
    m_seed->setSeed(settings.options.seed);
    m_options = settings.options; // whatever the boxes said on the way
    for (QComboBox* box : {m_precision, m_tiles, m_detail})
        showWord(*box);
    showStrength();
}

void QualitySection::fill(InferSettings& settings) const {
    settings.quality = static_cast<Quality>(m_quality->current());
    settings.options = m_options;
    settings.setCustom(values());
    if (!m_model.hasStrength)
        settings.options.strength.reset();
}

void QualitySection::setModel(const ModelQuality& model) {
    m_model = model;
    showLimits();
    choose(static_cast<Quality>(m_quality->current()));
    showStrength();
}

void QualitySection::showLimits() {
    const QScopedValueRollback showing(m_isShowing, true);
    const bool isOneStep = m_model.isOneStep;
    m_steps->setRange(1, isOneStep ? 1 : limitOf("steps"));
    m_ensemble->setRange(1, m_model.mostMembers);
    m_steps->setEnabled(!isOneStep);
    m_seed->setEnabled(!isOneStep);
    m_strength->setEnabled(m_model.hasStrength);
    const auto explain = [](QWidget* control, const QString& text) {
        control->setToolTip(text);
        control->setAccessibleDescription(text);
    };
    explain(m_steps, isOneStep
                         ? tr("This model takes one step")
                         : tr("Denoising steps of each member, 1 to %1").arg(limitOf("steps")));
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
