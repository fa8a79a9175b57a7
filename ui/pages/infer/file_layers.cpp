#include "ui/pages/infer/file_layers.h"

#include "ui/kit/text.h"
#include "ui/viewer/derived_sources.h"
#include "ui/viewer/pixel_statistics.h"
#include "ui/viewer/tile_pyramid.h"

#include <algorithm>
#include <array>

namespace unlit::ui {

namespace {

/// What stands for "nothing there" in depths: a background that is infinitely far away.
constexpr double kFarthest = 1e5;

std::shared_ptr<const Image> standIn() {
    Image grey = makeImage(1, 1, {"R", "G", "B"}, ColorSpace::Raw);
    std::ranges::fill(grey.samples, 0.2F);
    return std::make_shared<const Image>(std::move(grey));
}

/// The bright end of numbers of any unit.
double readableTop(const PixelSource& source) {
    for (const double share : std::array{0.99, 0.9, 0.75, 0.5})
        if (const double top = quantileOf(source, share); top > 0 && top < kFarthest)
            return top;
    return 1;
}

} // namespace

FileLayers::FileLayers(QObject* parent) : QObject(parent) {}

QString FileLayers::titleOf(const QString& name) {
    // What it is comes first: in a narrow window the rest is not seen.
    const QString last = name.section(u'.', -1);
    const QString rest = name.left(name.size() - last.size() - 1);
    const QString what = last.isEmpty() ? tr("unnamed layer") : last;
    return tr("%1 (%2)").arg(what, rest.isEmpty() ? tr("file") : rest);
}

bool FileLayers::setFile(const std::filesystem::path& file, const QStringList& names,
                         const QString& shown) {
    QStringList others = names;
    others.removeAll(shown);
    if (file == m_file && others == m_names)
        return false;
    clear();
    m_file = file;
    m_names = others;
    return true;
}

void FileLayers::clear() {
    m_reader.forget();
    m_wanted.clear();
    m_read.clear();
    m_names.clear();
    m_file.clear();
}

std::vector<ViewerLayer> FileLayers::layers(const QSize& size, double exposureEv,
                                            const MakeSource& source) const {
    std::vector<ViewerLayer> layers;
    for (const QString& name : m_names) {
        const QString title = titleOf(name);
        if (const auto read = m_read.find(title); read != m_read.end())
            layers.push_back(layerOf(title, read->second, exposureEv, source));
        else
            layers.push_back(
                {.name = title,
                 .source = rescaled(std::make_shared<const TilePyramid>(standIn()), size),
                 .tone = {.isRaw = true}});
    }
    return layers;
}

/// Normals around grey, other numbers from 0 up to what nearly all stay below, light as the
/// picture.
ViewerLayer FileLayers::layerOf(const QString& title, const Read& read, double exposureEv,
                                const MakeSource& source) {
    ViewerLayer layer{.name = title, .source = source(read.image)};
    const LayerRole role = read.info.role;
    layer.tone.isRaw = read.image->space == ColorSpace::Raw;
    if (role == LayerRole::Normals)
        layer.tone.kind = LayerKind::Signed;
    else if (layer.tone.isRaw)
        layer.tone = {.kind = LayerKind::Scalar,
                      .isRaw = true,
                      .scaleTop = readableTop(*layer.source),
                      .map = ColorMapKind::Grey};
    else if (role != LayerRole::Albedo)
        layer.tone.ownEv = exposureEv;
    return layer;
}

void FileLayers::want(const QString& title, const QStringList& keep) {
    const auto name =
        std::ranges::find_if(m_names, [&](const QString& one) { return titleOf(one) == title; });
    if (name == m_names.end() || m_read.contains(title) || m_wanted == title)
        return;
    m_wanted = title;
    m_reader.ask(
        [file = m_file, layer = name->toStdString()](const std::stop_token&) {
            Read read;
            const ImageInfo info = readImageInfo(file);
            const auto known = std::ranges::find(info.layers, layer, &LayerInfo::name);
            if (known != info.layers.end())
                read.info = *known;
            ReadOptions options{.layer = layer, .space = {}};
            if (isDataRole(read.info.role) || !read.info.isColor)
                options.space = ColorSpace::Raw;
            read.image = std::make_shared<const Image>(readImage(file, options).image);
            return read;
        },
        [this, title, keep](const Read& read) {
            m_wanted.clear();
            std::erase_if(m_read, [&](const auto& one) { return !keep.contains(one.first); });
            m_read[title] = read;
            emit changed();
        },
        [this](const Failure& failure) {
            m_wanted.clear();
            emit failed(failure);
        });
}

} // namespace unlit::ui
