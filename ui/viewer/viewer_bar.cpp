#include "ui/viewer/viewer_bar.h"

#include "ui/theme/icon.h"
#include "ui/widgets/segmented_control.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr std::array kScales = {0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
constexpr int kSpacingPx = 8;

QString percent(double scale) {
    return ViewerBar::tr("%1 %").arg(std::lround(scale * 100));
}

} // namespace

ViewerBar::ViewerBar(QWidget* parent)
    : QFrame(parent), m_modes(new SegmentedControl(this)), m_layers(new SegmentedControl(this)),
      m_layerList(new QComboBox(this)), m_exposure(new QDoubleSpinBox(this)),
      m_zoom(new QComboBox(this)), m_options(new QToolButton(this)) {
    setObjectName(QStringLiteral("viewerBar"));
    setFixedHeight(48);
    m_modes->setItems({tr("Wipe"), tr("Side"), tr("Flip"), tr("Difference")},
                      {tr("Drag the line between input and result (W)"),
                       tr("Input and result side by side (B)"),
                       tr("One on top of the other; X or Space turns them"),
                       tr("Difference in linear light (D); Ctrl+Right changes its kind")});
    m_modes->setAccessibleName(tr("How to compare"));
    m_layers->setAccessibleName(tr("Layer"));
    m_layerList->setToolTip(tr("Layer beside the input (1 to 9, [ and ])"));
    m_layerList->setAccessibleName(tr("Layer"));
    m_exposure->setRange(-16, 16);
    m_exposure->setSingleStep(0.5);
    m_exposure->setDecimals(1);
    m_exposure->setPrefix(tr("EV "));
    m_exposure->setFixedWidth(86);
    m_exposure->setAccessibleName(tr("Exposure of the view"));
    m_exposure->setToolTip(tr("Exposure of the view in stops; the files stay as they are (E, "
                              "Shift+E; R resets)"));
    m_zoom->setFixedWidth(106);
    m_zoom->setAccessibleName(tr("Zoom"));
    m_zoom->setToolTip(tr("Screen pixels per picture pixel; F fits, Ctrl+0 is 100 %"));
    m_zoom->addItem(tr("Fit"));
    for (const double scale : kScales)
        m_zoom->addItem(percent(scale), scale);

    m_options->setObjectName(QStringLiteral("iconButton"));
    m_options->setIcon(themedIcon(QStringLiteral("sliders")));
    m_options->setIconSize(QSize(18, 18));
    m_options->setCheckable(true);
    m_options->setAccessibleName(tr("View options"));
    m_options->setToolTip(tr("Offset, gamma, channels, false colours, clipping (V)"));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(kSpacingPx);
    row->addWidget(m_modes);
    row->addWidget(m_layers);
    row->addWidget(m_layerList);
    row->addStretch(1);
    row->addWidget(m_exposure);
    row->addWidget(m_zoom);
    row->addWidget(m_options);
    connect(m_modes, &SegmentedControl::chosen, this,
            [this](int index) { emit modeChosen(static_cast<CompareMode>(index)); });
    connect(m_layers, &SegmentedControl::chosen, this, [this](int index) {
        m_layerList->setCurrentIndex(index);
        emit layerChosen(index);
    });
    connect(m_layerList, &QComboBox::activated, this, [this](int index) {
        m_layers->setCurrent(index);
        emit layerChosen(index);
    });
    connect(m_options, &QToolButton::clicked, this, &ViewerBar::optionsAsked);
    connect(m_exposure, &QDoubleSpinBox::valueChanged, this, &ViewerBar::exposureChanged);
    connect(m_zoom, &QComboBox::activated, this, [this](int index) {
        if (index == 0)
            emit fitChosen();
        else
            emit scaleChosen(m_zoom->itemData(index).toDouble());
    });
}

void ViewerBar::setExposureEv(double ev) {
    const QSignalBlocker quiet(m_exposure);
    m_exposure->setValue(ev);
}

void ViewerBar::setMode(CompareMode mode) {
    m_modes->setCurrent(static_cast<int>(mode));
}

void ViewerBar::setLayers(const QStringList& layers, int current) {
    if (layers != m_layers->items()) {
        m_layers->setItems(layers);
        m_layerList->clear();
        m_layerList->addItems(layers);
        chooseLayerWidget();
    }
    setCurrentLayer(current);
}

int ViewerBar::layerCount() const {
    return m_layerList->count();
}

int ViewerBar::currentLayer() const {
    return m_layerList->currentIndex();
}

void ViewerBar::setCurrentLayer(int index) {
    m_layers->setCurrent(index);
    m_layerList->setCurrentIndex(index);
}

void ViewerBar::showScale(double scale, bool isFitted) {
    // The list keeps its entries; only the words of the closed box change.
    m_zoom->setItemText(0, isFitted ? tr("Fit · %1").arg(percent(scale)) : tr("Fit"));
    int found = isFitted ? 0 : m_zoom->findData(scale);
    const int freeEntry = static_cast<int>(kScales.size()) + 1;
    if (found < 0) {
        if (m_zoom->count() == freeEntry)
            m_zoom->addItem({});
        m_zoom->setItemText(freeEntry, percent(scale));
        m_zoom->setItemData(freeEntry, scale);
        found = freeEntry;
    } else if (m_zoom->count() > freeEntry && found != freeEntry) {
        m_zoom->removeItem(freeEntry);
    }
    m_zoom->setCurrentIndex(found);
}

void ViewerBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    chooseLayerWidget();
}

void ViewerBar::chooseLayerWidget() {
    const int others = m_modes->sizeHint().width() + m_exposure->width() + m_zoom->width() +
                       m_options->sizeHint().width() + 6 * kSpacingPx + 24;
    const bool hasRoom = others + m_layers->sizeHint().width() <= width();
    const bool hasLayers = m_layerList->count() > 1;
    m_layers->setVisible(hasLayers && hasRoom);
    m_layerList->setVisible(hasLayers && !hasRoom);
}

} // namespace unlit::ui
