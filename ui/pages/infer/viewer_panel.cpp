#include "ui/pages/infer/viewer_panel.h"

#include "core/image/paint_limits.h"
#include "core/image/uncertainty_meaning.h"
#include "core/session/infer/albedo_scale.h"
#include "ui/bridge/image_conversion.h"
#include "ui/kit/text.h"
#include "ui/viewer/derived_sources.h"
#include "ui/viewer/tile_pyramid.h"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <span>

namespace unlit::ui {

namespace {

constexpr double kLeastUncertaintyTop = 0.001;
constexpr double kUncertaintyShare = 0.99; // of the pixels stay below the bright end

std::shared_ptr<const Image> part(const std::shared_ptr<const InferenceResult>& result,
                                  const Image& image) {
    return {result, &image}; // shares the result's life
}

/// Else the numbers are how far the members of the ensemble disagree.
bool isExpectedError(const Image& uncertainty) {
    const auto meaning = uncertainty.metadata.find(kUncertaintyKey);
    return meaning != uncertainty.metadata.end() && meaning->second == kExpectedError;
}

/// Stops that bring light of any unit to where it can be read: nearly all of it stays below white.
double readableEv(const PixelSource& light) {
    constexpr double brightShare = 0.95;
    constexpr double wanted = 0.8;
    const double bright = quantileOf(light, brightShare);
    return bright > 0 ? std::log2(wanted / bright) : 0;
}

QString layerName(const std::string& target) {
    QString name = toQString(target);
    if (!name.isEmpty())
        name[0] = name[0].toUpper();
    return name;
}

} // namespace

ViewerPanel::ViewerPanel(QWidget* parent)
    : QWidget(parent), m_viewer(new Viewer(this)), m_notice(new NoticeCard(&m_viewer->view())),
      m_player(new SequencePlayer(this)), m_bar(new PlayerBar(*m_player, this)),
      m_file(new FileLayers(this)) {
    setMinimumWidth(380); // with both columns beside it, in the smallest window
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_viewer, 1);
    column->addWidget(m_bar);
    connect(m_player, &SequencePlayer::changed, this,
            [this] { m_viewer->readout().setPlaying(m_player->isPlaying()); });
    connect(m_viewer, &Viewer::layerChanged, this, &ViewerPanel::wantLayer);
    connect(m_viewer, &Viewer::baseChanged, this, &ViewerPanel::wantLayer);
    connect(m_file, &FileLayers::changed, this, &ViewerPanel::refreshLayers);
    connect(m_file, &FileLayers::failed, this, &ViewerPanel::layerFailed);
    connect(m_notice, &NoticeCard::clicked, this, &ViewerPanel::noticeClicked);
    connect(m_notice, &NoticeCard::otherClicked, this, &ViewerPanel::noticeOtherClicked);
    showNothing();
}

void ViewerPanel::showNothing() {
    m_viewer->clear();
    m_input.reset();
    m_result.reset();
    m_notice->hide();
    m_viewer->view().setStill({});
}

void ViewerPanel::showStill(const QImage& still) {
    if (hasPicture())
        m_viewer->view().setStill(still);
}

void ViewerPanel::showSmall(const Image& small, const QSize& size, double exposureEv) {
    showNothing();
    const auto source = std::make_shared<const TilePyramid>(std::make_shared<const Image>(small));
    ViewerLayer layer{.name = tr("Beauty"), .source = rescaled(source, size)};
    layer.tone.isRaw = small.space == ColorSpace::Raw;
    layer.tone.ownEv = exposureEv;
    m_viewer->setLayers({layer}, 0, 0);
    m_viewer->view().setStill(toQImage(small, exposureEv));
}

bool ViewerPanel::setFile(const std::filesystem::path& file, const QStringList& names,
                          const QString& shown) {
    return m_file->setFile(file, names, shown);
}

/// What is not read yet is read when it is looked at.
void ViewerPanel::wantLayer(int index) {
    const auto& layers = m_viewer->layers();
    const auto nameOf = [&layers](int layer) {
        return layers[static_cast<std::size_t>(layer)].name;
    };
    m_file->want(nameOf(index), {nameOf(m_viewer->currentLayer()), nameOf(m_viewer->baseLayer())});
}

std::vector<ViewerLayer> ViewerPanel::withFile(std::vector<ViewerLayer> layers) {
    const auto others = m_file->layers(
        layers.front().source->size(), m_exposureEv,
        [this](const std::shared_ptr<const Image>& image) { return m_viewer->pyramid(image); });
    layers.insert(layers.end(), others.begin(), others.end());
    return layers;
}

void ViewerPanel::refreshLayers() {
    if (!hasPicture() || m_viewer->layers().empty())
        return;
    const auto& before = m_viewer->layers();
    const QString current = before[static_cast<std::size_t>(m_viewer->currentLayer())].name;
    const QString base = before[static_cast<std::size_t>(m_viewer->baseLayer())].name;
    std::vector<ViewerLayer> layers =
        withFile(m_result ? layersOf(*m_result) : std::vector{beautyLayer(m_exposureEv)});
    const auto placeOf = [&layers](const QString& name) {
        const auto same = std::ranges::find(layers, name, &ViewerLayer::name);
        return same != layers.end() ? static_cast<int>(same - layers.begin()) : 0;
    };
    const int shown = placeOf(current);
    const int compared = placeOf(base);
    m_viewer->setLayers(std::move(layers), compared, shown);
}

void ViewerPanel::showNotice(const Notice& notice) {
    showNothing();
    m_viewer->setOptionsShown(false);
    m_viewer->setKeysShown(false);
    m_notice->show(notice);
}

ViewerLayer ViewerPanel::beautyLayer(double exposureEv) {
    return {.name = tr("Beauty"),
            .source = m_viewer->pyramid(m_input),
            .tone = {.isRaw = m_input->space == ColorSpace::Raw, .ownEv = exposureEv}};
}

void ViewerPanel::showInput(const std::shared_ptr<const Image>& input, double exposureEv) {
    if (input == m_input && !m_result)
        return;
    m_notice->hide();
    if (!m_viewer->view().hasStill())
        showNothing();
    m_result.reset();
    m_input = input;
    m_exposureEv = exposureEv;
    m_viewer->setLayers(withFile({beautyLayer(exposureEv)}), 0, 0);
    m_viewer->view().endStill();
}

void ViewerPanel::showResult(const std::shared_ptr<const InferenceResult>& result,
                             double albedoScale) {
    if (result == m_result && albedoScale == m_albedoScale)
        return;
    const auto& before = m_viewer->layers();
    const QString wanted =
        m_result ? before[static_cast<std::size_t>(m_viewer->currentLayer())].name : QString();
    const QString compared =
        m_result ? before[static_cast<std::size_t>(m_viewer->baseLayer())].name : QString();
    if (result->input != m_input && !m_viewer->view().hasStill())
        showNothing();
    m_notice->hide();
    m_result = result;
    m_albedoScale = albedoScale;
    m_input = {result, result->input.get()}; // goes when the result goes
    m_exposureEv = result->exposureEv;
    std::vector<ViewerLayer> layers = withFile(layersOf(*result));
    const auto same = std::ranges::find(layers, wanted, &ViewerLayer::name);
    const auto first = std::min<std::ptrdiff_t>(1, std::ssize(layers) - 1);
    const auto current = same != layers.end() ? same - layers.begin() : first;
    const auto base = std::ranges::find(layers, compared, &ViewerLayer::name);
    const int against = base != layers.end() ? static_cast<int>(base - layers.begin()) : 0;
    m_viewer->setLayers(std::move(layers), against, static_cast<int>(current));
    m_viewer->view().endStill();
}

void ViewerPanel::showAlbedo(const std::shared_ptr<const Image>& albedo) {
    const TargetPrediction* paint = m_result ? paintOf(m_result->prediction) : nullptr;
    if (paint == nullptr)
        return;
    std::vector<ViewerLayer> layers = m_viewer->layers();
    const auto shown = std::ranges::find(layers, layerName(paint->name), &ViewerLayer::name);
    if (shown == layers.end())
        return;
    shown->source = scaledBy(rescaled(m_viewer->pyramid(albedo), shown->source->size()),
                             lightFactor(*paint, m_albedoScale));
    m_viewer->setLayers(std::move(layers), m_viewer->baseLayer(), m_viewer->currentLayer());
}

std::vector<ViewerLayer> ViewerPanel::layersOf(const InferenceResult& result) {
    std::vector<ViewerLayer> layers{beautyLayer(result.exposureEv)};
    for (const TargetPrediction& target : result.prediction.targets)
        layers.push_back(targetLayer(target));
    addDerived(result, layers);
    const auto lightless = lightlessOf(result);
    addUncertainties(result, lightless.get(), layers);
    for (ViewerLayer& layer : layers)
        if (lightless && layer.source->size() == lightless->size())
            layer.tone.lightless = lightless;
    return layers;
}

PixelSourcePtr ViewerPanel::sourceOf(const TargetPrediction& target) {
    return scaledBy(m_viewer->pyramid(part(m_result, target.image)),
                    lightFactor(target, m_albedoScale),
                    m_albedoScale == 1 ? nullptr : lightlessOf(*m_result));
}

ViewerLayer ViewerPanel::targetLayer(const TargetPrediction& target) {
    ViewerLayer layer{.name = layerName(target.name),
                      .source = sourceOf(target),
                      .tone = {.isRaw = target.image.space == ColorSpace::Raw}};
    if (target.upToScale) // its unit is free
        layer.tone.ownEv = readableEv(*layer.source);
    if (target.uncertainty)
        layer.uncertainty = m_viewer->pyramid(part(m_result, *target.uncertainty));
    if (const double factor = lightFactor(target, m_albedoScale); factor != 1)
        layer.note = QStringLiteral("× %1").arg(factor, 0, 'g', 3);
    if (!isPaint(target))
        return layer;
    layer.tone.isPaint = true;
    layer.paintShares = [result = m_result, image = &target.image,
                         scale = m_albedoScale](const PaintLimits& limits) {
        const auto& lightless = result->prediction.lightless;
        const bool isSameSize = lightless.size() == image->planeSize();
        return measurePaint(*image,
                            isSameSize ? std::span<const unsigned char>(lightless)
                                       : std::span<const unsigned char>(),
                            limits, scale);
    };
    return layer;
}

std::shared_ptr<const LightlessMask> ViewerPanel::lightlessOf(const InferenceResult& result) const {
    const auto& lightless = result.prediction.lightless;
    if (lightless.empty() || lightless.size() != m_input->planeSize())
        return nullptr;
    const auto mask = std::make_shared<const LightlessMask>(
        std::shared_ptr<const std::vector<unsigned char>>(m_result, &lightless),
        QSize(m_input->width, m_input->height));
    return mask->share() > 0 ? mask : nullptr;
}

void ViewerPanel::addUncertainties(const InferenceResult& result, const LightlessMask* lightless,
                                   std::vector<ViewerLayer>& layers) {
    const auto& targets = result.prediction.targets;
    const auto count = std::ranges::count_if(
        targets, [](const TargetPrediction& target) { return target.uncertainty.has_value(); });
    for (const TargetPrediction& target : targets) {
        if (!target.uncertainty)
            continue;
        const auto source = m_viewer->pyramid(part(m_result, *target.uncertainty));
        const double top =
            std::max(quantileOf(*source, kUncertaintyShare, lightless), kLeastUncertaintyTop);
        const bool isError = isExpectedError(*target.uncertainty);
        const QString name = layerName(target.name);
        const QString meaning = isError ? tr("Expected error") : tr("Spread");
        if (target.image.space != ColorSpace::Raw)
            layers.push_back(
                {.name = isError ? tr("%1 · error").arg(name) : tr("%1 · spread").arg(name),
                 .source = overlayOf(sourceOf(target), source, top, ColorMapKind::Inferno)});
        layers.push_back({.name = count == 1 ? meaning : tr("%1 · %2").arg(name, meaning),
                          .source = source,
                          .tone = {.kind = LayerKind::Scalar,
                                   .isRaw = true,
                                   .scaleTop = top,
                                   .map = ColorMapKind::Inferno},
                          .prefix = QStringLiteral("± ")});
    }
}

void ViewerPanel::addDerived(const InferenceResult& result, std::vector<ViewerLayer>& layers) {
    const auto isNamed = [](const char* name) {
        return [name](const TargetPrediction& target) { return target.name == name; };
    };
    const auto& targets = result.prediction.targets;
    const auto albedo = std::ranges::find_if(targets, isNamed("albedo"));
    if (albedo == targets.end() || m_input->space == ColorSpace::Raw)
        return;
    const PixelSourcePtr beauty = m_viewer->pyramid(m_input);
    const PixelSourcePtr reflectance = sourceOf(*albedo);
    // In the light that the network saw: albedo is what its exposure made of the beauty.
    if (std::ranges::none_of(targets, isNamed("shading"))) {
        const PixelSourcePtr shading = shadingOf(beauty, reflectance);
        layers.push_back(
            {.name = tr("Shading"), .source = shading, .tone = {.ownEv = readableEv(*shading)}});
    }
    if (std::ranges::none_of(targets, isNamed("residual")))
        layers.push_back({.name = tr("Residual"),
                          .source = residualOf(beauty, reflectance),
                          .tone = {.kind = LayerKind::Signed, .ownEv = result.exposureEv}});
}

} // namespace unlit::ui
