#include "core/data/synth/renderer.h"

#include "core/data/synth/light_filter.h"
#include "core/data/synth/reflection.h"
#include "core/data/synth/tracer.h"

#include <array>

namespace unlit::synth {

namespace {

enum LightKind : std::size_t { kSun, kLamps, kSky, kLightKinds };

/// Steps of low-discrepancy sequences: powers of the plastic number's inverse and its kin.
/// Source: Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018.
constexpr std::array<Vec2, 5> kSteps = {{{0.754877666F, 0.569840291F},
                                         {0.819172513F, 0.671043607F},
                                         {0.549700478F, 0.856674884F},
                                         {0.733891857F, 0.628706721F},
                                         {0.618033989F, 0.414213562F}}};

float fraction(float x) {
    return x - std::floor(x);
}

/// Samples of 4 x 4 neighbours interleave into one even sequence: smoothing over them then leaves
/// little noise.
class SampleSequence {
public:
    SampleSequence(std::uint64_t seed, int samples) : m_samples(samples) {
        Random random(seed, 0, 77);
        for (Vec2& shift : m_shifts)
            shift = {random.uniform(), random.uniform()};
    }

    Vec2 at(std::size_t dimension, int x, int y, int sample) const {
        static constexpr std::array<int, 16> order = {0, 8,  2, 10, 12, 4, 14, 6,
                                                      3, 11, 1, 9,  15, 7, 13, 5};
        const int tile = order[static_cast<std::size_t>((y & 3) * 4 + (x & 3))];
        const auto index = static_cast<float>(tile * m_samples + sample);
        const Vec2 step = kSteps[dimension];
        const Vec2 shift = m_shifts[dimension];
        return {fraction(shift.x + index * step.x), fraction(shift.y + index * step.y)};
    }

private:
    int m_samples;
    std::array<Vec2, kSteps.size()> m_shifts;
};

/// Sums over the samples of all pixels.
struct Sums {
    explicit Sums(std::size_t pixels)
        : hits(pixels), whole(pixels), albedo(pixels), background(pixels), traced(pixels),
          guides(pixels) {
        for (LightPlane& plane : light)
            plane = {std::vector<Vec3>(pixels), std::vector<Vec3>(pixels)};
        for (std::size_t kind = 0; kind < kLightKinds; ++kind) {
            diffuse[kind].resize(pixels);
            specular[kind].resize(pixels);
        }
    }

    std::vector<int> hits;
    std::vector<int> whole; ///< hits of surfaces that no opacity mask cuts out
    std::vector<Vec3> albedo;
    std::vector<Vec3> background;
    std::vector<Vec3> traced; ///< mirrored light that was followed, shadows included
    std::vector<PixelGuide> guides;
    std::array<LightPlane, kLightKinds> light;
    std::array<std::vector<Vec3>, kLightKinds> diffuse;  ///< albedo · open light
    std::array<std::vector<Vec3>, kLightKinds> specular; ///< of open light
};

class PictureRenderer {
public:
    PictureRenderer(const Scene& scene, const RenderSettings& settings)
        : m_scene(scene), m_settings(settings), m_tracer(scene),
          m_sequence(settings.seed, settings.samples), m_sums(pixelCount()) {}

    bool run(const std::stop_token& stop) {
        for (int y = 0; y < m_settings.size; ++y) {
            if (stop.stop_requested())
                return false;
            for (int x = 0; x < m_settings.size; ++x)
                renderPixel(x, y);
        }
        return true;
    }

    RenderedPair finish();

private:
    std::size_t pixelCount() const {
        return static_cast<std::size_t>(m_settings.size) *
               static_cast<std::size_t>(m_settings.size);
    }

    float pixelSpread() const {
        return 2.0F * m_scene.camera.tangent / static_cast<float>(m_settings.size);
    }

    void renderPixel(int x, int y);
    void addSurface(const Surface& surface, Vec3 view, int x, int y, int sample, Random& random);
    void addMirrored(const Surface& surface, Vec3 view, std::size_t pixel, Vec2 square,
                     Random& random);
    std::array<std::vector<Vec3>, kLightKinds> ratios();

    const Scene& m_scene;
    RenderSettings m_settings;
    Tracer m_tracer;
    MirrorTable m_mirror;
    SampleSequence m_sequence;
    Sums m_sums;
};

void PictureRenderer::renderPixel(int x, int y) {
    const auto pixel = static_cast<std::size_t>(y * m_settings.size + x);
    Random random(m_settings.seed, pixel, 5);
    // Of its own: what a pixel shows must not depend on how many numbers the light took.
    Random jitter(m_settings.seed, pixel, 6);
    const int grid = static_cast<int>(std::ceil(std::sqrt(static_cast<float>(m_settings.samples))));
    const auto size = static_cast<float>(m_settings.size);
    for (int sample = 0; sample < m_settings.samples; ++sample) {
        const Vec2 inPixel = {
            (static_cast<float>(sample % grid) + jitter.uniform()) / static_cast<float>(grid),
            (static_cast<float>(sample / grid) + jitter.uniform()) / static_cast<float>(grid)};
        const Vec3 direction =
            m_scene.camera.direction(2.0F * (static_cast<float>(x) + inPixel.x) / size - 1.0F,
                                     2.0F * (static_cast<float>(y) + inPixel.y) / size - 1.0F);
        Surface surface;
        if (m_tracer.find({m_scene.camera.position, direction}, 0.6F * pixelSpread(), surface))
            addSurface(surface, -direction, x, y, sample, random);
        else
            m_sums.background[pixel] += m_scene.lighting.sky.radiance(direction);
    }
}

void PictureRenderer::addSurface(const Surface& surface, Vec3 view, int x, int y, int sample,
                                 Random& random) {
    const auto pixel = static_cast<std::size_t>(y * m_settings.size + x);
    constexpr float mostlyGone = 0.5F;
    ++m_sums.hits[pixel];
    m_sums.whole[pixel] += surface.cutOut < mostlyGone ? 1 : 0;
    m_sums.albedo[pixel] += surface.albedo;
    PixelGuide& guide = m_sums.guides[pixel];
    guide.normal += surface.face;
    guide.position += surface.position;
    guide.footprint += surface.distance * pixelSpread();

    const Vec3 body = surface.albedo * (1.0F - surface.metallic);
    const auto add = [&](LightKind kind, const LightShare& share, Vec3 open) {
        m_sums.light[kind].open[pixel] += share.open;
        m_sums.light[kind].seen[pixel] += share.seen;
        m_sums.diffuse[kind][pixel] += body * open;
    };
    const LightShare sun = m_tracer.sunAt(surface, m_sequence.at(0, x, y, sample));
    add(kSun, sun, sun.open);
    for (const AreaLight& lamp : m_scene.lighting.lamps)
        add(kLamps, m_tracer.lampAt(surface, lamp, m_sequence.at(1, x, y, sample)),
            m_tracer.openLampAt(surface, lamp));
    const LightShare sky = m_tracer.skyAt(surface, m_sequence.at(2, x, y, sample), random);
    add(kSky, sky, sky.open);
    addMirrored(surface, view, pixel, m_sequence.at(3, x, y, sample), random);
}

void PictureRenderer::addMirrored(const Surface& surface, Vec3 view, std::size_t pixel, Vec2 square,
                                  Random& random) {
    const Vec3 dielectric = {surface.specular, surface.specular, surface.specular};
    const Reflector reflector = {surface.normal, view,
                                 mix(dielectric, surface.albedo, surface.metallic),
                                 surface.roughness * surface.roughness};
    const Sun& sun = m_scene.lighting.sun;
    if (sun.isOn())
        m_sums.specular[kSun][pixel] +=
            mirrored(reflector, sun.direction, 0.5F * sun.radius) * sun.irradiance;
    for (const AreaLight& lamp : m_scene.lighting.lamps) {
        const Vec3 toLamp = lamp.center - surface.position;
        const float distance = length(toLamp);
        const float size = std::max(length(lamp.halfU), length(lamp.halfV));
        m_sums.specular[kLamps][pixel] +=
            mirrored(reflector, toLamp / distance, std::min(0.4F, 0.4F * size / distance)) *
            lamp.radiance * lamp.solidAngle(lamp.center, surface.position);
    }
    const Vec3 everywhere = m_mirror.fromEverywhere(reflector);
    constexpr float roughest = 0.5F; // beyond it the mirror image is too blurred to be followed
    if (surface.roughness > roughest && surface.metallic < 0.2F) {
        const Vec3 mirror = surface.normal * (2.0F * dot(surface.normal, view)) - view;
        m_sums.specular[kSky][pixel] +=
            everywhere * m_scene.lighting.sky.diffuseReflection(normalized(mirror));
        return;
    }
    const Vec3 direction = mirrorDirection(reflector, square);
    m_sums.traced[pixel] += everywhere * m_tracer.incoming(surface, direction, random);
}

std::array<std::vector<Vec3>, kLightKinds> PictureRenderer::ratios() {
    for (std::size_t i = 0; i < pixelCount(); ++i) {
        PixelGuide& guide = m_sums.guides[i];
        const int hits = m_sums.hits[i];
        if (hits == 0)
            continue;
        guide.position = guide.position / static_cast<float>(hits);
        guide.footprint /= static_cast<float>(hits);
        const float size = length(guide.normal);
        guide.normal = size > 1e-3F ? guide.normal / size : Vec3{0, 1, 0};
    }
    constexpr float hardSun = 0.008F; // its penumbra is narrower than what smoothing spreads
    const bool isHard = m_scene.lighting.sun.radius < hardSun;
    const std::array<int, kLightKinds> rounds = {isHard ? 0 : 2, 2, 3};
    std::array<std::vector<Vec3>, kLightKinds> result;
    for (std::size_t kind = 0; kind < kLightKinds; ++kind)
        result[kind] = lightRatio(std::move(m_sums.light[kind]), m_sums.guides, m_settings.size,
                                  m_settings.smoothLight ? rounds[kind] : 0);
    return result;
}

void put(Image& image, std::size_t pixel, Vec3 value) {
    const std::size_t plane = image.planeSize();
    image.samples[pixel] = value.x;
    image.samples[plane + pixel] = value.y;
    image.samples[2 * plane + pixel] = value.z;
}

Vec3 divided(Vec3 a, Vec3 b) {
    const auto one = [](float x, float y) { return y > 0 ? x / y : 0.0F; };
    return {one(a.x, b.x), one(a.y, b.y), one(a.z, b.z)};
}

RenderedPair PictureRenderer::finish() {
    const auto ratio = ratios();
    const auto colors = [&] {
        return makeImage(m_settings.size, m_settings.size, {"R", "G", "B"}, ColorSpace::Linear);
    };
    RenderedPair pair{colors(), colors(),
                      makeImage(m_settings.size, m_settings.size, {"Y"}, ColorSpace::Raw), colors(),
                      colors()};
    const float perSample = 1.0F / static_cast<float>(m_settings.samples);
    for (std::size_t i = 0; i < pixelCount(); ++i) {
        const int hits = m_sums.hits[i];
        Vec3 diffuse;
        Vec3 specular = m_sums.traced[i];
        for (std::size_t kind = 0; kind < kLightKinds; ++kind) {
            diffuse += m_sums.diffuse[kind][i] * ratio[kind][i];
            specular += m_sums.specular[kind][i] * ratio[kind][i];
        }
        put(pair.beauty, i, (diffuse + specular + m_sums.background[i]) * perSample);
        pair.mask.samples[i] = m_sums.whole[i] == m_settings.samples ? 1.0F : 0.0F;
        if (hits == 0)
            continue;
        put(pair.albedo, i, m_sums.albedo[i] / static_cast<float>(hits));
        put(pair.irradiance, i, divided(diffuse, m_sums.albedo[i]));
        put(pair.specular, i, specular * perSample);
    }
    return pair;
}

} // namespace

std::optional<RenderedPair> render(const Scene& scene, const RenderSettings& settings,
                                   const std::stop_token& stop) {
    PictureRenderer renderer(scene, settings);
    if (!renderer.run(stop))
        return std::nullopt;
    return renderer.finish();
}

float exposeTo(RenderedPair& pair, float brightness) {
    const std::size_t plane = pair.beauty.planeSize();
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < plane; ++i) {
        const float light = luminance({pair.beauty.samples[i], pair.beauty.samples[plane + i],
                                       pair.beauty.samples[2 * plane + i]});
        if (pair.mask.samples[i] < 1 || light <= 0)
            continue;
        sum += std::log(light);
        ++count;
    }
    if (count == 0)
        return 1;
    const float factor =
        brightness / static_cast<float>(std::exp(sum / static_cast<double>(count)));
    for (Image* image : {&pair.beauty, &pair.irradiance, &pair.specular})
        for (float& sample : image->samples)
            sample *= factor;
    return factor;
}

} // namespace unlit::synth
