#include "ui/viewer/viewer_bar.h"

#include "ui/theme/icon.h"
#include "ui/widgets/folding_choice.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr std::array kScales = {0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
constexpr int kSpacingPx = 8;
constexpr int kNarrowSpacingPx = 3;
constexpr int kMarginPx = 12;
constexpr int kLeastPx = 360; // all of it can be read
constexpr int kExposurePx = 86;
constexpr int kZoomPx = 116;
constexpr int kNarrowZoomPx = 76; // the number alone

QString percent(double scale) {
    return ViewerBar::tr("%1 %").arg(std::lround(scale * 100));
}

} // namespace

ViewerBar::ViewerBar(QWidget* parent)
    : QFrame(parent), m_modes(new FoldingChoice(tr("How to compare"), this)),
      m_layers(new FoldingChoice(tr("Layer"), this)), m_exposure(new QDoubleSpinBox(this)),
      m_zoom(new QComboBox(this)), m_options(new QToolButton(this)) {
    setObjectName(QStringLiteral("viewerBar"));
    setFixedHeight(48);
    setMinimumWidth(kLeastPx); // not what its row needs before it folds
    m_modes->setItems({tr("Wipe"), tr("Side"), tr("Flip"), tr("Difference")},
                      {tr("Drag the line between input and result (W)"),
                       tr("Input and result side by side (B)"),
                       tr("One on top of the other; X or Space turns them"),
                       tr("Difference in linear light (D); Ctrl+Right changes its kind")});
    m_modes->setListToolTip(tr("How to compare input and result (W, B, X, D)"));
    m_layers->setListToolTip(tr("Layer beside the input (1 to 9, [ and ])"));
    m_exposure->setRange(-16, 16);
    m_exposure->setSingleStep(0.5);
    m_exposure->setDecimals(1);
    m_exposure->setPrefix(tr("EV "));
    m_exposure->setFixedWidth(kExposurePx);
    m_exposure->setAccessibleName(tr("Exposure of the view"));
    m_exposure->setToolTip(tr("Exposure of the view in stops; the files stay as they are (E, "
                              "Shift+E; R resets)"));
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
    row->addWidget(m_modes);
    row->addWidget(m_layers);
    row->addStretch(1);
    row->addWidget(m_exposure);
    row->addWidget(m_zoom);
    row->addWidget(m_options);
    connect(m_modes, &FoldingChoice::chosen, this,
            [this](int index) { emit modeChosen(static_cast<CompareMode>(index)); });
    connect(m_layers, &FoldingChoice::chosen, this, &ViewerBar::layerChosen);
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
    m_layers->setItems(layers);
    m_layers->setVisible(layers.size() > 1);
    fold();
    setCurrentLayer(current);
}

int ViewerBar::currentLayer() const {
    return m_layers->current();
}

void ViewerBar::setCurrentLayer(int index) {
    m_layers->setCurrent(index);
}

void ViewerBar::showScale(double scale, bool isFitted) {
    m_scale = scale;
    m_isFitted = isFitted;
    // The list keeps its entries; only the words of the closed box change.
    const QString fitted = m_isNarrow ? percent(scale) : tr("Fit · %1").arg(percent(scale));
    m_zoom->setItemText(0, isFitted ? fitted : tr("Fit"));
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
    fold();
}

void ViewerBar::fold() {
    const bool hasLayers = m_layers->count() > 1;
    const auto room = [&](int spacing, int zoom) {
        const int gaps = (hasLayers ? 4 : 3) * spacing; // one more where the stretch ends
        return width() - 2 * kMarginPx - gaps - kExposurePx - zoom - m_options->sizeHint().width();
    };
    const int layersPx = hasLayers ? m_layers->unfoldedWidth() : 0;
    const int listPx = hasLayers ? m_layers->foldedWidth() : 0;
    const int roomPx = room(kSpacingPx, kZoomPx);
    const bool foldsLayers = m_modes->unfoldedWidth() + layersPx > roomPx;
    const bool foldsModes = foldsLayers && m_modes->unfoldedWidth() + listPx > roomPx;
    m_layers->setFolded(foldsLayers);
    m_modes->setFolded(foldsModes);
    const bool isNarrow = foldsModes && m_modes->foldedWidth() + listPx > roomPx;
    m_zoom->setFixedWidth(isNarrow ? kNarrowZoomPx : kZoomPx);
    const int margin = isNarrow ? kNarrowSpacingPx : kMarginPx;
    layout()->setContentsMargins(margin, 0, margin, 0);
    layout()->setSpacing(isNarrow ? kNarrowSpacingPx : kSpacingPx);
    if (isNarrow != m_isNarrow) {
        m_isNarrow = isNarrow;
        showScale(m_scale, m_isFitted);
    }
}

} // namespace unlit::ui
