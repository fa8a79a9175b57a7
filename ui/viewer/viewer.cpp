#include "ui/viewer/viewer.h"

#include "ui/viewer/viewer_actions.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kOverlayMarginPx = 12;
constexpr int kOverlayGapPx = 8;
constexpr int kPanelPx = 216;      // of histogram and colour bar
constexpr int kLeastPanelPx = 192; // both shares of clipped pixels stand side by side

} // namespace

Viewer::Viewer(QWidget* parent, ViewState* shared)
    : QWidget(parent), m_ownState(shared ? nullptr : std::make_unique<ViewState>()),
      m_state(shared ? *shared : *m_ownState), m_bar(new ViewerBar(this)),
      m_view(new ImageView(m_state, this)), m_readout(*m_view, m_shown),
      m_options(new ViewOptions(m_state, m_view)), m_marks(*m_view, *m_options, m_shown),
      m_keys(new KeyHelp(m_view)), m_actions(makeViewerActions(*this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_view, 1);
    m_view->installEventFilter(this);
    m_options->hide();
    m_keys->hide();
    connectBar();
    connectOptions();
    connect(&m_store, &PictureStore::averaged, m_view, &ImageView::refreshTiles);
    connect(&m_readout, &PixelReadout::panelsChanged, this, &Viewer::placeOverlays);
    connect(&m_marks, &PaintMarks::panelsChanged, this, &Viewer::placeOverlays);
    HistogramPanel& histogram = m_readout.histogram();
    connect(&histogram, &HistogramPanel::clicked, this,
            [this, &histogram] { setHistogramLogarithmic(!histogram.isLogarithmic()); });
    connect(m_keys, &KeyHelp::closeAsked, this, [this] { setKeysShown(false); });
    clear();
}

Viewer::~Viewer() = default;

void Viewer::connectBar() {
    connect(m_bar, &ViewerBar::modeChosen, &m_state, &ViewState::setMode);
    connect(m_bar, &ViewerBar::layerChosen, this, &Viewer::showLayer);
    connect(m_bar, &ViewerBar::exposureChanged, &m_state, &ViewState::setExposure);
    connect(m_bar, &ViewerBar::fitChosen, m_view, &ImageView::fit);
    connect(m_bar, &ViewerBar::scaleChosen, m_view, &ImageView::setScale);
    connect(m_bar, &ViewerBar::optionsAsked, this, &Viewer::setOptionsShown);
    connect(m_view, &ImageView::scaleChanged, m_bar, &ViewerBar::showScale);
    connect(&m_state, &ViewState::toneChanged, this, [this] {
        m_bar->setExposureEv(m_state.tone().light.exposureEv);
        m_readout.retone();
        m_marks.update();
    });
    connect(&m_state, &ViewState::compareChanged, this, [this] {
        m_bar->setMode(m_state.mode());
        m_readout.retone();
    });
}

void Viewer::connectOptions() {
    connect(m_options, &ViewOptions::histogramToggled, this, &Viewer::setHistogramShown);
    connect(m_options, &ViewOptions::logarithmToggled, this, &Viewer::setHistogramLogarithmic);
    connect(m_options, &ViewOptions::normalizeAsked, this, &Viewer::normalize);
    connect(m_options, &ViewOptions::closeAsked, this, [this] { setOptionsShown(false); });
    connect(m_options, &ViewOptions::keysAsked, this, [this] { setKeysShown(true); });
    m_options->setPanels(m_readout.isHistogramShown(), m_readout.histogram().isLogarithmic());
}

void Viewer::clear() {
    m_store.clear();
    m_readout.forget();
    m_marks.forget();
    m_shown = {};
    m_view->setRegion({});
    m_bar->setLayers({}, 0);
    m_bar->setEnabled(false);
    showPictures();
    updateActions();
}

void Viewer::setLayers(std::vector<ViewerLayer> layers, int base, int current) {
    m_shown = {std::move(layers), base, current};
    QStringList names;
    for (const ViewerLayer& layer : m_shown.layers)
        names += layer.name;
    m_bar->setLayers(names, m_shown.current);
    m_bar->setEnabled(true);
    showPictures();
    updateActions();
    m_store.forgetUnused();
}

ViewPicture Viewer::pictureOf(int layer) const {
    const ViewerLayer& shown = m_shown.layers[static_cast<std::size_t>(layer)];
    return {shown.source, shown.tone, shown.name};
}

void Viewer::showPictures() {
    if (m_shown.layers.empty())
        m_view->setPictures({}, {});
    else if (m_shown.base == m_shown.current)
        m_view->setPictures(pictureOf(m_shown.current), {});
    else
        m_view->setPictures(pictureOf(m_shown.base), pictureOf(m_shown.current));
    m_readout.update();
    m_marks.update();
}

void Viewer::updateActions() {
    const auto count = m_shown.count();
    for (QAction* action : m_actions) {
        const int number = layerNumber(*action);
        const auto verb = static_cast<ViewerVerb>(action->data().toInt());
        const bool isThere = (verb != ViewerVerb::MarkLightless || m_marks.hasLightless()) &&
                             (verb != ViewerVerb::MarkPaint || m_marks.hasPaint());
        action->setEnabled(count > 0 && number < count && isThere);
        if (number < 0)
            continue;
        action->setVisible(number < count);
        if (number >= count)
            continue;
        const QString& name = m_shown.layers[static_cast<std::size_t>(number)].name;
        const bool isShown = verb == ViewerVerb::ShowLayer;
        action->setText(isShown ? tr("Show %1").arg(name) : tr("Compare with %1").arg(name));
    }
}

void Viewer::showLayer(int index) {
    if (index < 0 || index >= m_shown.count())
        return;
    m_shown.current = index;
    m_bar->setCurrentLayer(index);
    showPictures();
    emit layerChanged(index);
}

void Viewer::compareWith(int index) {
    if (index < 0 || index >= m_shown.count())
        return;
    m_shown.base = index;
    showPictures();
    emit baseChanged(index);
}

void Viewer::stepLayer(int step) {
    const int count = m_shown.count();
    if (count > 0)
        showLayer(((m_shown.current + step) % count + count) % count);
}

void Viewer::normalize() {
    if (m_shown.layers.empty())
        return;
    constexpr double outer = 0.001;
    const ViewerLayer& layer = m_shown.currentLayer();
    const double gain = std::exp2(layer.tone.ownEv) /
                        (layer.tone.kind == LayerKind::Scalar ? layer.tone.scaleTop : 1);
    m_state.normalize(quantileOf(*layer.source, outer) * gain,
                      quantileOf(*layer.source, 1 - outer) * gain);
}

void Viewer::setHistogramShown(bool isShown) {
    m_options->setPanels(isShown, m_readout.histogram().isLogarithmic());
    m_readout.setHistogramShown(isShown);
}

void Viewer::setHistogramLogarithmic(bool isLogarithmic) {
    m_readout.histogram().setLogarithmic(isLogarithmic);
    m_options->setPanels(m_readout.isHistogramShown(), isLogarithmic);
}

bool Viewer::isSettled() const {
    const bool isAveraged = std::ranges::all_of(m_shown.layers, [](const ViewerLayer& layer) {
        return layer.source->isAveraged(layer.source->levelCount() - 1);
    });
    return isAveraged && m_readout.isSettled() && m_marks.isSettled() && m_view->isComplete();
}

void Viewer::setOptionsShown(bool isShown) {
    const bool hadFocus =
        m_options->isAncestorOf(QApplication::focusWidget()) || m_options->hasFocus();
    m_options->setVisible(isShown);
    m_bar->setOptionsShown(isShown);
    m_options->raise();
    if (isShown)
        m_options->setFocus(); // for Esc; keys of the view work from there
    else if (hadFocus)
        m_view->setFocus();
    m_marks.update();
}

void Viewer::setKeysShown(bool isShown) {
    const bool hadFocus = m_keys->hasFocus();
    m_keys->setVisible(isShown);
    m_keys->raise();
    placeOverlays();
    if (isShown)
        m_keys->setFocus();
    else if (hadFocus)
        m_view->setFocus();
}

void Viewer::placeOverlays() {
    const QRect area = m_view->rect().adjusted(kOverlayMarginPx, kOverlayMarginPx,
                                               -kOverlayMarginPx, -kOverlayMarginPx);
    InspectorPanel& values = m_readout.inspector();
    values.resize(values.sizeHint().boundedTo(area.size()));
    // Where both would meet, the panels at the right get narrower, or the values stand above.
    const int taken = values.isVisibleTo(m_view) ? values.width() + kOverlayGapPx : 0;
    const int room = area.width() - taken;
    const int width = std::clamp(room, kLeastPanelPx, kPanelPx);
    int bottom = area.bottom();
    for (QWidget* panel : std::initializer_list<QWidget*>{
             &m_readout.histogram(), &m_readout.colorBar(), &m_marks.panel()}) {
        if (!panel->isVisibleTo(m_view))
            continue;
        panel->resize(width, panel->height());
        panel->move(area.right() - width, bottom - panel->height());
        bottom -= panel->height() + kOverlayGapPx;
    }
    values.move(area.left(), (width <= room ? area.bottom() : bottom) - values.height());
    m_options->move(area.right() - m_options->width(), area.top());
    if (!m_keys->isVisibleTo(m_view))
        return;
    m_keys->fitInto(area.size());
    m_keys->move(m_view->rect().center() - m_keys->rect().center());
}

bool Viewer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        placeOverlays();
    return QWidget::eventFilter(watched, event);
}

} // namespace unlit::ui
