#include "ui/viewer/view_options.h"

#include "ui/viewer/inspector.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kOptionsWidthPx = 272;

} // namespace

ViewOptions::ViewOptions(ViewState& state, QWidget* parent)
    : QFrame(parent), m_state(state), m_offset(new QDoubleSpinBox(this)),
      m_gamma(new QDoubleSpinBox(this)), m_channel(new QComboBox(this)),
      m_falseColor(new QComboBox(this)), m_difference(new QComboBox(this)),
      m_clipping(new QCheckBox(tr("Mark clipped pixels"), this)),
      m_lightless(new QCheckBox(tr("Without light"), this)),
      m_paint(new QCheckBox(tr("Outside paint"), this)), m_paintLow(new QDoubleSpinBox(this)),
      m_paintHigh(new QDoubleSpinBox(this)), m_histogram(new QCheckBox(tr("Histogram"), this)),
      m_logarithm(new QCheckBox(tr("Logarithmic heights"), this)) {
    setObjectName(QStringLiteral("viewOptions"));
    setAccessibleName(tr("View options"));
    setFocusPolicy(Qt::StrongFocus);
    setFixedWidth(kOptionsWidthPx);
    makeRows();
    connectRows();
    connect(&m_state, &ViewState::toneChanged, this, &ViewOptions::showState);
    connect(&m_state, &ViewState::compareChanged, this, &ViewOptions::showState);
    showState();
    adjustSize();
}

bool ViewOptions::event(QEvent* event) {
    // Esc closes this, whatever it means to the page.
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QFrame::event(event);
}

void ViewOptions::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closeAsked();
    else
        QFrame::keyPressEvent(event);
}

void ViewOptions::makeRows() {
    m_offset->setRange(-ViewState::kMostOffset, ViewState::kMostOffset);
    m_offset->setSingleStep(ViewState::kOffsetStep);
    m_offset->setDecimals(2);
    m_gamma->setRange(ViewState::kLeastGamma, ViewState::kMostGamma);
    m_gamma->setSingleStep(ViewState::kGammaStep);
    m_gamma->setDecimals(2);
    for (const ChannelView channel : kChannelViews)
        m_channel->addItem(channelName(channel));
    m_falseColor->addItem(tr("Of the layer"));
    for (const ColorMapKind map : kColorMaps)
        m_falseColor->addItem(colorMapName(map));
    for (const auto kind :
         {DifferenceKind::Signed, DifferenceKind::Absolute, DifferenceKind::Relative})
        m_difference->addItem(differenceName(kind));

    auto* form = new FormColumn(this);
    form->addSection(tr("View"));
    form->addRow(tr("Offset"), m_offset,
                 tr("Added to the light after exposure; 1 is white (O, Shift+O)"));
    form->addRow(tr("Gamma"), m_gamma,
                 tr("Light to the power of 1 / gamma, before the screen's curve (G, Shift+G)"));
    form->addRow(tr("Channel"), m_channel, tr("What of each pixel is shown (C)"));
    form->addRow(tr("False colours"), m_falseColor,
                 tr("Brightness as colours, with a colour bar (Shift+Right)"));
    form->addRow(tr("Difference"), m_difference,
                 tr("Of linear light: signed around grey, absolute, or relative to the second "
                    "picture (Ctrl+Right)"));
    addMarks(*form);
    form->addWide(m_histogram);
    form->addWide(m_logarithm);
    auto* buttons = new QHBoxLayout;
    auto* reset = new QPushButton(tr("Reset"), this);
    reset->setToolTip(tr("Exposure, offset and gamma to what leaves numbers as they are (R)"));
    auto* normalize = new QPushButton(tr("Normalise"), this);
    normalize->setToolTip(tr("Spread the layer's numbers from black to white (N)"));
    auto* keys = new QPushButton(tr("Keys"), this);
    keys->setToolTip(tr("All keys of the viewer (?)"));
    for (QPushButton* button : {reset, normalize, keys})
        buttons->addWidget(button);
    buttons->setContentsMargins(14, 0, 14, 14);
    buttons->setSpacing(6);
    connect(reset, &QPushButton::clicked, &m_state, &ViewState::resetLight);
    connect(normalize, &QPushButton::clicked, this, &ViewOptions::normalizeAsked);
    connect(keys, &QPushButton::clicked, this, &ViewOptions::keysAsked);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(form);
    column->addLayout(buttons);
}

void ViewOptions::addMarks(FormColumn& form) {
    m_clipping->setToolTip(tr("Red stripes above white, blue stripes below black (U)"));
    m_lightless->setToolTip(tr("Green stripes, falling to the right, on pixels without light: "
                               "nothing can be said of their paint, and it stays black (Shift+U)"));
    m_paint->setToolTip(tr("Albedos that hardly any real surface has: level blue stripes where the "
                           "brightest channel is below the lower limit, upright orange ones where "
                           "it is above the upper one, in linear light (P)"));
    for (QDoubleSpinBox* box : {m_paintLow, m_paintHigh}) {
        box->setDecimals(3);
        box->setSingleStep(0.01);
        box->setButtonSymbols(QAbstractSpinBox::NoButtons); // two stand side by side
        box->setKeyboardTracking(false);
    }
    m_paintLow->setRange(0, 1);
    m_paintHigh->setRange(0, ViewState::kMostPaint);
    form.addWide(m_clipping);
    form.addWide(m_lightless);
    form.addWide(m_paint);
    auto* limits = new QWidget(this);
    auto* row = new QHBoxLayout(limits);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_paintLow);
    row->addWidget(m_paintHigh);
    form.addRow(tr("Paint limits"), limits, tr("Least and largest albedo of paint, linear"));
    const auto explain = [](QDoubleSpinBox* box, const QString& name, const QString& text) {
        box->setAccessibleName(name);
        box->setToolTip(text);
        box->setAccessibleDescription(text);
        box->setMinimumWidth(0);
    };
    explain(m_paintLow, tr("Paint from"), tr("Least albedo of paint, linear, 0 to 1"));
    explain(m_paintHigh, tr("Paint to"), tr("Largest albedo of paint, linear"));
    m_paintShares = makeLabel({}, "hint", this); // over the whole width: one line
    m_paintShares->setMinimumHeight(15);
    form.addWide(m_paintShares);
}

void ViewOptions::connectRows() {
    connect(m_offset, &QDoubleSpinBox::valueChanged, &m_state, &ViewState::setOffset);
    connect(m_gamma, &QDoubleSpinBox::valueChanged, &m_state, &ViewState::setGamma);
    connect(m_channel, &QComboBox::activated, &m_state, [this](int index) {
        m_state.setChannel(kChannelViews[static_cast<std::size_t>(index)]);
    });
    connect(m_falseColor, &QComboBox::activated, &m_state, [this](int index) {
        m_state.setFalseColor(index == 0
                                  ? std::nullopt
                                  : std::optional(kColorMaps[static_cast<std::size_t>(index - 1)]));
    });
    connect(m_difference, &QComboBox::activated, &m_state, [this](int index) {
        m_state.setDifference(static_cast<DifferenceKind>(index));
        m_state.setMode(CompareMode::Difference);
    });
    connect(m_clipping, &QCheckBox::toggled, &m_state, &ViewState::setMarksClipping);
    connect(m_lightless, &QCheckBox::toggled, &m_state, &ViewState::setMarksLightless);
    connect(m_paint, &QCheckBox::toggled, &m_state, &ViewState::setMarksPaint);
    for (QDoubleSpinBox* box : {m_paintLow, m_paintHigh})
        connect(box, &QDoubleSpinBox::valueChanged, &m_state, [this] {
            m_state.setPaintLimits({m_paintLow->value(), m_paintHigh->value()});
            showState(); // limits that are none go back
        });
    connect(m_histogram, &QCheckBox::toggled, this, &ViewOptions::histogramToggled);
    connect(m_logarithm, &QCheckBox::toggled, this, &ViewOptions::logarithmToggled);
}

void ViewOptions::showState() {
    const ToneSettings& tone = m_state.tone();
    const QSignalBlocker noOffset(m_offset);
    const QSignalBlocker noGamma(m_gamma);
    m_offset->setValue(tone.light.offset);
    m_gamma->setValue(tone.light.gamma);
    m_channel->setCurrentIndex(static_cast<int>(tone.channel));
    m_falseColor->setCurrentIndex(tone.falseColor ? static_cast<int>(*tone.falseColor) + 1 : 0);
    m_difference->setCurrentIndex(static_cast<int>(m_state.difference()));
    m_clipping->setChecked(tone.marksClipping);
    m_lightless->setChecked(tone.marksLightless);
    m_paint->setChecked(tone.marksPaint);
    const QSignalBlocker noLow(m_paintLow);
    const QSignalBlocker noHigh(m_paintHigh);
    m_paintLow->setValue(tone.paintLimits.low);
    m_paintHigh->setValue(tone.paintLimits.high);
}

void ViewOptions::setMarkable(bool hasLightless, bool hasPaint) {
    m_lightless->setEnabled(hasLightless);
    for (QWidget* control : {static_cast<QWidget*>(m_paint), static_cast<QWidget*>(m_paintLow),
                             static_cast<QWidget*>(m_paintHigh)})
        control->setEnabled(hasPaint);
}

void ViewOptions::setPaintShares(const std::optional<PaintShares>& shares) {
    m_paintShares->setText(shares ? tr("%1 darker, %2 brighter")
                                        .arg(formatShare(shares->below), formatShare(shares->above))
                                  : QString());
}

void ViewOptions::setPanels(bool isHistogramShown, bool isLogarithmic) {
    m_histogram->setChecked(isHistogramShown);
    m_logarithm->setChecked(isLogarithmic);
    m_logarithm->setEnabled(isHistogramShown);
}

} // namespace unlit::ui
