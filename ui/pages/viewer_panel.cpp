#include "ui/pages/viewer_panel.h"

#include "ui/bridge/display_curve.h"
#include "ui/bridge/text.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kOverlayMarginPx = 12;

std::shared_ptr<const Image> part(const std::shared_ptr<const InferenceResult>& result,
                                  const Image& image) {
    return {result, &image}; // shares the result's life
}

QString layerName(const std::string& target) {
    QString name = toQString(target);
    if (!name.isEmpty())
        name[0] = name[0].toUpper();
    return name;
}

} // namespace

ViewerPanel::ViewerPanel(QWidget* parent)
    : QWidget(parent), m_bar(new ViewerBar(this)), m_view(new CompareView(this)),
      m_readout(new PixelReadout(m_view)), m_histogram(new HistogramOverlay(m_view)),
      m_legend(new HeatLegend(m_view)), m_notice(new NoticeCard(m_view)) {
    setMinimumWidth(420);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_view, 1);
    m_view->installEventFilter(this);
    connect(m_notice, &NoticeCard::clicked, this, &ViewerPanel::noticeClicked);
    connect(m_notice, &NoticeCard::otherClicked, this, &ViewerPanel::noticeOtherClicked);
    connect(m_view, &CompareView::flipAsked, this, &ViewerPanel::flip);
    connect(m_view, &CompareView::hovered, this, &ViewerPanel::showPixel);
    connectBar();
    showNothing();
}

void ViewerPanel::connectBar() {
    connect(m_bar, &ViewerBar::modeChosen, m_view, &CompareView::setMode);
    connect(m_bar, &ViewerBar::layerChosen, this, &ViewerPanel::chooseLayer);
    connect(m_bar, &ViewerBar::exposureChanged, this, &ViewerPanel::restyle);
    connect(m_bar, &ViewerBar::fitChosen, m_view, &CompareView::fit);
    connect(m_bar, &ViewerBar::scaleChosen, m_view, &CompareView::setScale);
    connect(m_view, &CompareView::scaleChanged, m_bar, &ViewerBar::showScale);
}

void ViewerPanel::showNothing() {
    m_mips.clear();
    m_input.reset();
    m_result.reset();
    m_inputMip.reset();
    m_layerMip.reset();
    m_layers.clear();
    m_view->setLeft(nullptr, {});
    m_view->setRight(nullptr, {});
    m_bar->setLayers({tr("Beauty")}, 0);
    m_bar->setEnabled(false);
    for (QWidget* overlay : {static_cast<QWidget*>(m_readout), static_cast<QWidget*>(m_histogram),
                             static_cast<QWidget*>(m_legend), static_cast<QWidget*>(m_notice)})
        overlay->hide();
}

void ViewerPanel::showNotice(const Notice& notice) {
    showNothing();
    m_notice->show(notice);
    placeOverlays();
}

void ViewerPanel::showInput(const std::shared_ptr<const Image>& input) {
    if (input == m_input && !m_result)
        return;
    showNothing();
    m_input = input;
    m_bar->setEnabled(true);
    rebuildLayers();
    chooseLayer(0);
}

void ViewerPanel::showResult(const std::shared_ptr<const InferenceResult>& result) {
    if (result == m_result)
        return;
    const QString wanted = current() != nullptr && m_result ? current()->name : QString();
    if (result->input != m_input)
        showNothing();
    m_notice->hide();
    m_result = result;
    m_input = result->input;
    m_bar->setEnabled(true);
    rebuildLayers();
    // The same layer as before where the new result has it, else the first target.
    const auto same = std::ranges::find(m_layers, wanted, &Layer::name);
    const auto first = std::min<std::ptrdiff_t>(1, std::ssize(m_layers) - 1);
    chooseLayer(static_cast<int>(same != m_layers.end() ? same - m_layers.begin() : first));
}

void ViewerPanel::rebuildLayers() {
    m_layers = {{tr("Beauty"), nullptr}};
    bool hasUncertainty = false;
    if (m_result) {
        const auto& targets = m_result->prediction.targets;
        for (std::size_t i = 0; i < targets.size(); ++i) {
            m_layers.push_back({layerName(targets[i].name), part(m_result, targets[i].image), i});
            hasUncertainty = hasUncertainty || targets[i].uncertainty.has_value();
        }
    }
    if (hasUncertainty)
        m_layers.push_back({.name = tr("Uncertainty"), .image = nullptr, .isUncertainty = true});
    QStringList names;
    for (const Layer& layer : m_layers)
        names += layer.name;
    m_bar->setLayers(names, 0);
}

const ViewerPanel::Layer* ViewerPanel::current() const {
    return m_layer >= 0 && m_layer < std::ssize(m_layers)
               ? &m_layers[static_cast<std::size_t>(m_layer)]
               : nullptr;
}

void ViewerPanel::chooseLayer(int index) {
    m_layer = index;
    if (current() == nullptr)
        return;
    m_bar->setCurrentLayer(index);
    Layer& layer = m_layers[static_cast<std::size_t>(index)];
    if (layer.isUncertainty) {
        const auto& targets = m_result->prediction.targets;
        const auto& uncertain = targets[std::min(m_lastTarget, targets.size() - 1)].uncertainty;
        layer.image = uncertain ? part(m_result, *uncertain) : nullptr;
    } else if (layer.image) {
        m_lastTarget = layer.target;
    }
    m_layerMip.reset();
    if (!layer.image)
        m_view->setRight(nullptr, {});
    m_mips.get(m_input, [this](const std::shared_ptr<const MipImage>& mip) {
        m_inputMip = mip;
        m_view->setLeft(mip, tr("Beauty"));
        restyle();
    });
    if (!layer.image)
        return;
    m_mips.get(layer.image, [this, index](const std::shared_ptr<const MipImage>& mip) {
        if (index != m_layer)
            return;
        m_layerMip = mip;
        m_heatTop = current()->isUncertainty ? heatTopOf(*mip) : 1;
        m_view->setRight(mip, current()->name);
        restyle();
    });
}

void ViewerPanel::stepLayer(int step) {
    const int count = static_cast<int>(m_layers.size());
    if (count > 0)
        chooseLayer((m_layer + step + count) % count);
}

void ViewerPanel::setMode(CompareMode mode) {
    m_bar->setMode(mode);
    m_view->setMode(mode);
}

void ViewerPanel::flip() {
    const bool isFlipping = m_view->mode() == CompareMode::Flip;
    setMode(CompareMode::Flip);
    if (isFlipping)
        m_view->flip();
}

void ViewerPanel::stepExposure(double stops) {
    m_bar->setExposureEv(m_bar->exposureEv() + stops);
}

void ViewerPanel::resetExposure() {
    m_bar->setExposureEv(0);
}

void ViewerPanel::restyle() {
    if (!m_inputMip || current() == nullptr)
        return;
    const double ev = m_bar->exposureEv();
    // Scene-linear light is shown as bright as the network sees it; display-encoded as it is.
    const double ownEv = m_result ? m_result->exposureEv : m_inputMip->suggestedEv();
    m_view->setLeftStyle({.exposureEv = ownEv + ev, .heatTop = {}});
    PictureStyle style{.exposureEv = ev, .heatTop = {}};
    if (current()->isUncertainty) {
        style.heatTop = m_heatTop * std::exp2(-ev);
        m_legend->setTop(*style.heatTop);
    }
    m_view->setRightStyle(style);
    m_legend->setVisible(current()->isUncertainty && m_layerMip);
    m_histogram->setVisible(!m_legend->isVisibleTo(m_view));
    updateHistogram();
    placeOverlays();
}

void ViewerPanel::updateHistogram() {
    const double ev = m_bar->exposureEv();
    const double ownEv = m_result ? m_result->exposureEv : m_inputMip->suggestedEv();
    if (m_layerMip)
        m_histogram->setBins(histogramOf(*m_layerMip, ev));
    else
        m_histogram->setBins(histogramOf(*m_inputMip, ownEv + ev));
}

QPoint ViewerPanel::scaled(const QPoint& pixel, const Image& image) const {
    // Results may be smaller than the input; both cover the same rectangle.
    const auto x = static_cast<qint64>(pixel.x()) * image.width / m_input->width;
    const auto y = static_cast<qint64>(pixel.y()) * image.height / m_input->height;
    return {static_cast<int>(x), static_cast<int>(y)};
}

ReadoutLine ViewerPanel::lineFor(const QString& name, const Image& image,
                                 const QPoint& pixel) const {
    const QPoint place = scaled(pixel, image);
    const std::size_t index =
        static_cast<std::size_t>(place.y()) * static_cast<std::size_t>(image.width) +
        static_cast<std::size_t>(place.x());
    QStringList values;
    for (int channel = 0; channel < std::min(3, image.channelCount()); ++channel) {
        const float value = linearValue(image.space, image.plane(channel)[index]);
        values += QString::number(value, 'f', std::abs(value) < 99.9995 ? 3 : 1).rightJustified(6);
    }
    const bool isRaw = image.space == ColorSpace::Raw;
    return {name.toLower(), values.join(u' '), isRaw ? tr("raw") : tr("lin")};
}

QString ViewerPanel::uncertaintyAt(const QPoint& pixel) const {
    const auto& uncertain = m_result->prediction.targets[m_lastTarget].uncertainty;
    if (!uncertain)
        return {};
    const QPoint place = scaled(pixel, *uncertain);
    const std::size_t index =
        static_cast<std::size_t>(place.y()) * static_cast<std::size_t>(uncertain->width) +
        static_cast<std::size_t>(place.x());
    double sum = 0;
    for (int channel = 0; channel < uncertain->channelCount(); ++channel)
        sum += uncertain->plane(channel)[index];
    return QStringLiteral("± %1").arg(sum / uncertain->channelCount(), 0, 'f', 3);
}

void ViewerPanel::showPixel(const std::optional<QPoint>& pixel) {
    if (!pixel || !m_input || current() == nullptr) {
        m_readout->hide();
        return;
    }
    std::vector<ReadoutLine> lines{lineFor(tr("Beauty"), *m_input, *pixel)};
    if (m_result && !m_result->prediction.targets.empty() && m_layer > 0) {
        const auto& target = m_result->prediction.targets[m_lastTarget];
        lines.push_back(lineFor(layerName(target.name), target.image, *pixel));
        if (const QString uncertain = uncertaintyAt(*pixel); !uncertain.isEmpty())
            lines.back().note = uncertain;
    }
    m_readout->setLines(QStringLiteral("(%1, %2)").arg(pixel->x()).arg(pixel->y()), lines);
    m_readout->show();
    placeOverlays();
}

void ViewerPanel::placeOverlays() {
    const QRect area = m_view->rect().adjusted(kOverlayMarginPx, kOverlayMarginPx,
                                               -kOverlayMarginPx, -kOverlayMarginPx);
    const auto place = [&](QWidget* overlay, const QPoint& bottomRight) {
        overlay->move(bottomRight - QPoint(overlay->width(), overlay->height()));
    };
    m_readout->resize(m_readout->sizeHint());
    m_readout->move(area.left(), area.bottom() - m_readout->height());
    place(m_histogram, area.bottomRight());
    place(m_legend, area.bottomRight());
    m_notice->move((m_view->width() - m_notice->width()) / 2,
                   (m_view->height() - m_notice->height()) / 2);
}

bool ViewerPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        placeOverlays();
    return QWidget::eventFilter(watched, event);
}

} // namespace unlit::ui
