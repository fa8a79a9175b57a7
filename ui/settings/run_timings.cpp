#include "ui/settings/run_timings.h"

#include "ui/kit/text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr std::size_t kMostSizes = 32;
/// A decoding costs about as much as two steps of a network of Stable Diffusion's shape at the
/// same size.
constexpr double kDecodeUnits = 2;

double unitsOf(const RunWork& work) {
    return work.memberWork * (work.steps * work.passes + kDecodeUnits);
}

double megapixelsOf(int width, int height) {
    return static_cast<double>(width) * height / 1e6;
}

/// As the layout of tiles decides with sizes that are not given.
bool isTiled(const RunWork& work, int longer) {
    constexpr int kUsualTilePx = 768;
    const int tile = work.processingRes > 0 ? work.processingRes : kUsualTilePx;
    switch (work.tiles) {
    case TileMode::Off:
        break;
    case TileMode::Auto:
        return longer > 2 * tile;
    case TileMode::On:
        return longer > tile;
    }
    return false;
}

/// What the network will see of a picture, padding aside.
double megapixelsSeen(const RunWork& work) {
    const int longer = std::max(work.width, work.height);
    if (longer == 0)
        return megapixelsOf(work.processingRes, work.processingRes);
    const double scale =
        work.processingRes > 0 ? static_cast<double>(work.processingRes) / longer : 1.0;
    const double own = megapixelsOf(work.width, work.height);
    const double whole = own * scale * scale;
    // Tiles see a quarter of their neighbours' side each way, beside the pass over the whole.
    constexpr double kOverlap = 1 / (0.75 * 0.75);
    return isTiled(work, longer) ? whole + own * kOverlap : whole;
}

} // namespace

QString timingKey(const std::filesystem::path& model, Precision precision) {
    return toQString(model) + u'|' + toQString(toString(precision));
}

int passesAStep(const ConditionOptions& condition) {
    const bool isTold = condition.classLabel || !condition.prompt.empty();
    return isTold && condition.guidanceScale != 1 ? 2 : 1;
}

RunWork workOf(const InferenceResult& result) {
    const UsedSettings& used = result.prediction.used;
    return {timingKey(result.request.model, result.request.options.precision),
            used.steps,
            used.memberWork,
            used.processingRes,
            used.networkWidth,
            used.networkHeight,
            TileMode::Off,
            passesAStep(used.condition)};
}

void RunTimings::add(const InferenceResult& result) {
    if (result.prediction.used.tiled)
        return;
    const RunWork work = workOf(result);
    const double megapixels = megapixelsOf(work.width, work.height);
    const double units = unitsOf(work);
    if (megapixels <= 0 || units <= 0 || result.networkSeconds <= 0)
        return;
    Sizes& sizes = m_models[work.model];
    sizes[megapixels] = result.networkSeconds / units;
    while (sizes.size() > kMostSizes)
        sizes.erase(sizes.begin());
}

std::optional<double> RunTimings::estimate(const RunWork& work) const {
    const auto known = m_models.find(work.model);
    const double wanted = megapixelsSeen(work);
    if (known == m_models.end() || known->second.empty() || wanted <= 0)
        return {};
    const Sizes& sizes = known->second;
    const auto distance = [wanted](const auto& size) {
        return std::abs(std::log(size.first / wanted));
    };
    const auto nearest = std::ranges::min_element(
        sizes, [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    return nearest->second * wanted / nearest->first * unitsOf(work);
}

QByteArray RunTimings::toJson() const {
    QJsonObject models;
    for (const auto& [model, sizes] : m_models) {
        QJsonObject seconds;
        for (const auto& [megapixels, unit] : sizes)
            seconds[QString::number(megapixels, 'g', 9)] = unit;
        models[model] = seconds;
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("seconds_a_unit"), models}})
        .toJson(QJsonDocument::Compact);
}

RunTimings RunTimings::fromJson(const QByteArray& json) {
    RunTimings timings;
    const QJsonObject models =
        QJsonDocument::fromJson(json).object()[QStringLiteral("seconds_a_unit")].toObject();
    for (auto model = models.begin(); model != models.end(); ++model) {
        const QJsonObject seconds = model->toObject();
        for (auto size = seconds.begin(); size != seconds.end(); ++size) {
            const double megapixels = size.key().toDouble();
            const double unit = size->toDouble();
            if (megapixels > 0 && std::isfinite(unit) && unit > 0)
                timings.m_models[model.key()][megapixels] = unit;
        }
    }
    return timings;
}

} // namespace unlit::ui
