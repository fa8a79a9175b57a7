#include "core/data/synth/texture_library.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"

#include <algorithm>
#include <array>
#include <span>

namespace unlit::synth {

namespace fs = std::filesystem;

namespace {

constexpr float kTextureRelief = 0.02F;                     ///< in tile widths; files do not say
constexpr std::size_t kMostBytes = std::size_t{400} << 20U; ///< of maps that are kept

/// The picture averaged over size x size squares of it; where it is smaller, its nearest pixels.
std::vector<Vec3> resampled(const Image& image, int size) {
    std::vector<Vec3> result(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
    const int channels = image.channelCount();
    const auto range = [size](int i, int length) {
        const auto first = static_cast<int>(static_cast<long>(i) * length / size);
        const auto last = static_cast<int>(static_cast<long>(i + 1) * length / size);
        return std::array{first, std::max(last, first + 1)};
    };
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const auto rows = range(y, image.height);
            const auto columns = range(x, image.width);
            std::array<float, 3> sum{};
            for (int c = 0; c < 3; ++c)
                for (int row = rows[0]; row < rows[1]; ++row)
                    for (int column = columns[0]; column < columns[1]; ++column)
                        sum[static_cast<std::size_t>(c)] += image.plane(std::min(
                            c, channels - 1))[static_cast<std::size_t>(row * image.width + column)];
            const auto count = static_cast<float>((rows[1] - rows[0]) * (columns[1] - columns[0]));
            result[static_cast<std::size_t>(y * size + x)] = Vec3{sum[0], sum[1], sum[2]} / count;
        }
    return result;
}

/// One plane of a picture as resampled() gives three.
std::vector<float> resampledPlane(const Image& image, std::span<const float> plane, int size) {
    Image single = makeImage(image.width, image.height, {"Y"}, ColorSpace::Raw);
    std::ranges::copy(plane, single.plane(0).begin());
    std::vector<float> values;
    for (const Vec3& value : resampled(single, size))
        values.push_back(value.x);
    return values;
}

/// The files of a set as numbers. A file of packed maps is read once, however many are in it.
class SetFiles {
public:
    SetFiles(fs::path folder, int size) : m_folder(std::move(folder)), m_size(size) {}

    /// Empty where there is no such map, or no such channel in its file.
    std::vector<float> plane(const data::MapPlane& wanted) {
        if (!wanted.isThere())
            return {};
        const Image& image = raw(wanted.file);
        constexpr int alpha = 3;
        if (wanted.channel == alpha ? image.mask.empty() : image.channelCount() == 0)
            return {};
        std::vector<float> values =
            wanted.channel == alpha
                ? resampledPlane(image, image.mask, m_size)
                : resampledPlane(image,
                                 image.plane(std::min(wanted.channel, image.channelCount() - 1)),
                                 m_size);
        if (wanted.isInverted)
            for (float& value : values)
                value = 1.0F - value;
        return values;
    }

    std::vector<Vec3> normals(const std::string& file) {
        return file.empty() ? std::vector<Vec3>{} : resampled(raw(file), m_size);
    }

    /// Linear; `opacity` becomes the picture's alpha, if it has one.
    std::vector<Vec3> colors(const std::string& file, std::vector<float>& opacity) const {
        Image image = readImage(m_folder / file).image;
        convertTo(image, ColorSpace::Linear);
        if (!image.mask.empty())
            opacity = resampledPlane(image, image.mask, m_size);
        return resampled(image, m_size);
    }

private:
    const Image& raw(const std::string& file) {
        const auto found = m_read.find(file);
        if (found != m_read.end())
            return found->second;
        const ReadOptions asStored{.layer = {}, .space = ColorSpace::Raw};
        return m_read.emplace(file, readImage(m_folder / file, asStored).image).first->second;
    }

    fs::path m_folder;
    int m_size;
    std::map<std::string, Image> m_read;
};

/// Slopes along u (right) and v (down the rows) in units of the relief.
void takeNormal(SurfaceSample& sample, Vec3 encoded, bool isDirectX) {
    const Vec3 n = encoded * 2.0F - Vec3{1, 1, 1};
    const float z = std::max(n.z, 0.15F);
    sample.slopeU = -n.x / z / kTextureRelief;
    sample.slopeV = (isDirectX ? -n.y : n.y) / z / kTextureRelief;
}

/// With the slopes of the heights instead, where there is no normal map.
void takeHeights(std::vector<SurfaceSample>& samples, const std::vector<float>& heights, int size,
                 bool withSlopes) {
    const auto at = [&](int x, int y) {
        const int column = (x + size) % size;
        const int row = (y + size) % size;
        return heights[static_cast<std::size_t>(row * size + column)];
    };
    const float perTile = 0.5F * static_cast<float>(size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            SurfaceSample& sample = samples[static_cast<std::size_t>(y * size + x)];
            sample.height = clamp01(at(x, y));
            if (!withSlopes)
                continue;
            sample.slopeU = (at(x + 1, y) - at(x - 1, y)) * perTile;
            sample.slopeV = (at(x, y + 1) - at(x, y - 1)) * perTile;
        }
}

std::shared_ptr<const SurfaceMap> readMap(const fs::path& folder, const data::TextureSet& set,
                                          int size) {
    constexpr float usualRoughness = 0.7F;
    SetFiles files(folder, size);
    std::vector<float> opacity;
    const std::vector<Vec3> colors = files.colors(set.baseColor, opacity);
    if (set.opacity.isThere())
        opacity = files.plane(set.opacity);
    const std::vector<Vec3> normals = files.normals(set.normal);
    const std::vector<float> roughness = files.plane(set.roughness);
    const std::vector<float> metallic = files.plane(set.metallic);
    const std::vector<float> heights = files.plane(set.height);
    std::vector<SurfaceSample> samples(colors.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        SurfaceSample& sample = samples[i];
        sample.color = colors[i];
        sample.height = 0.5F;
        sample.roughness = roughness.empty() ? usualRoughness : roughness[i];
        sample.metallic = metallic.empty() ? 0.0F : metallic[i];
        sample.cutOut = opacity.empty() ? 0.0F : 1.0F - clamp01(opacity[i]);
        if (!normals.empty())
            takeNormal(sample, normals[i], set.isDirectX);
    }
    if (!heights.empty())
        takeHeights(samples, heights, size, normals.empty());
    return std::make_shared<SurfaceMap>(size, std::move(samples));
}

std::size_t bytesOf(int size) {
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * sizeof(SurfaceSample) *
           4 / 3;
}

/// "slate" of "pbr/slate" and of "pbr/slate/".
std::string lastName(const fs::path& folder) {
    const fs::path absolute = fs::absolute(folder / "").lexically_normal();
    return absolute.parent_path().filename().generic_string();
}

} // namespace

TextureLibrary::TextureLibrary(const fs::path& folder, const data::ListingProgress& progress,
                               const std::stop_token& stop)
    : m_folder(folder) {
    std::error_code failed;
    if (!fs::is_directory(folder, failed))
        throw Error::notFound("there is no folder of textures " + folder.string(),
                              "give a folder whose subfolders hold base colour, normal and "
                              "roughness maps");
    const auto listing = data::PictureSource::open(folder)->list(progress, stop);
    for (data::TextureSet& set : data::findTextureSets(listing.files, lastName(folder)).sets)
        m_files[set.name] = std::move(set);
    if (m_files.empty() && !stop.stop_requested())
        throw Error::invalidInput("no base colour in " + folder.string(),
                                  "name the files NAME_albedo, NAME_basecolor, NAME_diff or "
                                  "NAME_color, with NAME_normal and NAME_roughness beside them");
    for (const auto& [name, files] : m_files)
        m_names.push_back(name);
}

TextureSet TextureLibrary::load(const std::string& name, int size) const {
    const auto key = std::pair(name, size);
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_kept.find(key);
        if (found != m_kept.end()) {
            found->second.lastUse = ++m_clock;
            return found->second.set;
        }
    }
    // Outside the lock: two threads may read the same set, but none waits for another's files.
    const TextureSet set{readMap(m_folder, m_files.at(name), size), kTextureRelief};
    const std::lock_guard lock(m_mutex);
    m_kept[key] = {set, ++m_clock};
    std::size_t bytes = 0;
    for (const auto& [kept, value] : m_kept)
        bytes += bytesOf(kept.second);
    while (bytes > kMostBytes && m_kept.size() > 1) {
        const auto oldest = std::ranges::min_element(
            m_kept, {}, [](const auto& entry) { return entry.second.lastUse; });
        bytes -= bytesOf(oldest->first.second);
        m_kept.erase(oldest);
    }
    return set;
}

} // namespace unlit::synth
