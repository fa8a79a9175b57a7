#include "core/data/synth/scene_builder.h"

#include "core/data/synth/noise.h"
#include "core/data/synth/shapes.h"
#include "core/data/synth/usual_materials.h"

#include <algorithm>
#include <array>

namespace unlit::synth {

namespace {

int powerOfTwo(int least) {
    int power = 1;
    while (power < least)
        power *= 2;
    return power;
}

struct Placing {
    Vec3 at;
    float turn = 0; ///< radians around y
    float scale = 1;
};

Part placed(Part part, const Placing& placing) {
    const float c = std::cos(placing.turn);
    const float s = std::sin(placing.turn);
    const Frame around = {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
    for (std::size_t i = 0; i < part.mesh.positions.size(); ++i) {
        part.mesh.positions[i] = part.mesh.positions[i] * placing.scale;
        part.mesh.texturePositions[i] = part.mesh.texturePositions[i] * placing.scale;
        part.mesh.spacings[i] *= placing.scale;
    }
    part.turn = {around.toWorld(part.turn.x), around.toWorld(part.turn.y),
                 around.toWorld(part.turn.z)};
    part.position = around.toWorld(part.position * placing.scale) + placing.at;
    return part;
}

class Builder {
public:
    Builder(const MaterialSource& materials, std::uint64_t seed, std::uint64_t index, int size)
        : m_materials(materials), m_mainName(materials.mainName(seed, index)),
          m_random(seed, index, 1), m_size(size) {}

    Scene build();

private:
    void chooseKind();
    void addGround(const std::string& name);
    void addWall();
    void addObjects();
    void addScatter();
    void addObject(const ObjectKind& kind, const Placing& placing, const std::string& name);
    std::uint32_t addMaterial(const std::string& name, int mapSize);
    float groundAt(float x, float z) const;
    const ObjectKind& anyKind(bool isScattered);

    const MaterialSource& m_materials;
    const std::string m_mainName;
    Random m_random;
    int m_size;
    Scene m_scene;
    View m_view;
    float m_hills = 0; ///< metres
    std::uint32_t m_hillSeed = 0;
    bool m_mainIsUsed = false;
};

Scene Builder::build() {
    chooseKind();
    const bool mainOnGround = m_scene.kind == "surface" || m_random.chance(0.5F);
    addGround(mainOnGround ? m_mainName : m_materials.anyName(m_random, {}));
    m_mainIsUsed = mainOnGround;
    if (m_scene.kind == "wall")
        addWall();
    if (m_scene.kind == "surface")
        addScatter();
    else
        addObjects();
    const NamedLighting light = drawLighting(m_random, m_view.width);
    m_scene.lighting = light.lighting;
    m_scene.light = light.name;
    Sun& sun = m_scene.lighting.sun;
    if (m_scene.kind == "wall" && sun.direction.z < 0 && m_random.chance(0.7F))
        sun.direction.z = -sun.direction.z; // most walls are photographed where the sun is on them
    m_scene.camera = drawCamera(m_random, m_view);
    m_scene.brightness = 0.18F * std::exp2(m_random.range(-1.0F, 0.8F));
    return std::move(m_scene);
}

void Builder::chooseKind() {
    const float choice = m_random.uniform();
    m_scene.kind = choice < 0.36F   ? "surface"
                   : choice < 0.76F ? "objects"
                   : choice < 0.90F ? "wall"
                                    : "closeup";
    m_view.azimuth = m_random.range(0, 2 * kPi);
    if (m_scene.kind == "surface") {
        m_view.width = m_random.range(0.6F, 1.6F);
        m_view.elevation = m_random.chance(0.5F) ? radiansOf(m_random.range(76, 90))
                                                 : radiansOf(m_random.range(28, 76));
    } else if (m_scene.kind == "closeup") {
        m_view.width = m_random.range(0.7F, 1.1F);
        m_view.elevation = radiansOf(m_random.range(15, 60));
        m_view.target = {0, 0.3F, 0};
    } else {
        m_view.width = m_random.range(1.4F, 2.6F);
        m_view.elevation = radiansOf(m_random.range(16, 70));
        m_view.target = {0, 0.25F, 0};
    }
    if (m_scene.kind == "wall") { // from the front, more or less
        m_view.azimuth = 0.5F * kPi + m_random.range(-0.7F, 0.7F);
        m_view.elevation = radiansOf(m_random.range(8, 40));
        m_view.target = {0, m_random.range(0.3F, 0.7F), -0.2F};
    }
}

std::uint32_t Builder::addMaterial(const std::string& name, int mapSize) {
    m_scene.materials.push_back(m_materials.make(name, mapSize, m_random));
    return static_cast<std::uint32_t>(m_scene.materials.size() - 1);
}

float Builder::groundAt(float x, float z) const {
    return m_hills * solidNoise({x * 0.9F, 0, z * 0.9F}, m_hillSeed, 3);
}

/// Dense around the origin, sparse towards a horizon 40 times as far.
void Builder::addGround(const std::string& name) {
    const int mapSize = std::clamp(powerOfTwo(2 * m_size), 128, 2048);
    const std::uint32_t material = addMaterial(name, mapSize);
    Material& ground = m_scene.materials[material];
    const float natural = ground.tileWidth;
    ground.tileWidth =
        std::max(natural, leastWidth(name, m_view.width)) * m_random.range(0.85F, 1.25F);
    ground.relief *= std::pow(ground.tileWidth / natural, 0.8F);
    constexpr std::array<std::string_view, 5> laid = {"tiles", "marble", "metal", "wood", "fabric"};
    const bool isLaid = std::ranges::find(laid, name) != laid.end();
    m_hills = isLaid ? 0 : m_view.width * m_random.range(0.0F, 0.09F);
    m_hillSeed = m_random.bits();
    const float reach = 0.85F * m_view.width;
    const auto stretched = [reach](float s) {
        const float x = 2 * s - 1;
        const float out = std::max(0.0F, std::abs(x) - 0.8F) / 0.2F;
        return reach * (x + std::copysign(40.0F * out * out * out, x));
    };
    const auto position = [&](float s, float t) {
        const float x = stretched(s);
        const float z = -stretched(t);
        return Vec3{x, groundAt(x, z), z};
    };
    const int cells = std::clamp(m_size * 5 / 4, 64, 640);
    Part part{meshOfPatch(cells, cells, position), {}, {}};
    const float turn = m_random.range(0, 2 * kPi);
    const Vec3 shift = {m_random.range(-5, 5), 0, m_random.range(-5, 5)};
    // Only the map turns: its axes must not always run along those of the picture.
    for (std::size_t i = 0; i < part.mesh.positions.size(); ++i) {
        const Vec3 p = part.mesh.positions[i];
        const Vec3 n = part.mesh.normals[i];
        const Vec2 flat = rotated({p.x, p.z}, turn);
        const Vec2 normal = rotated({n.x, n.z}, turn);
        part.mesh.positions[i] = {flat.x, p.y, flat.y};
        part.mesh.texturePositions[i] = part.mesh.positions[i] + shift;
        part.mesh.normals[i] = {normal.x, n.y, normal.y};
    }
    const float c = std::cos(turn);
    const float s = std::sin(turn);
    part.turn = {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
    m_scene.add(part, material);
}

void Builder::addWall() {
    const int mapSize = std::clamp(powerOfTwo(2 * m_size), 128, 2048);
    const std::string name =
        m_mainIsUsed
            ? m_materials.anyName(
                  m_random, std::array<std::string_view, 4>{"brick", "plaster", "stone", "paint"})
            : m_mainName;
    m_mainIsUsed = true;
    const std::uint32_t material = addMaterial(name, mapSize);
    Material& wall = m_scene.materials[material];
    wall.tileWidth =
        std::max(wall.tileWidth, leastWidth(name, m_view.width)) * m_random.range(0.85F, 1.25F);
    const float half = 3.0F * m_view.width;
    const float height = m_view.width * m_random.range(0.9F, 2.5F);
    const auto position = [&](float s, float t) {
        return Vec3{half * (2 * s - 1), height * t - 0.2F, 0};
    };
    const int cells = std::clamp(m_size, 64, 512);
    Part part{meshOfPatch(3 * cells / 2, cells / 2, position), {}, {0, 0, -0.8F}};
    m_scene.add(part, material);
}

const ObjectKind& Builder::anyKind(bool isScattered) {
    while (true) {
        const ObjectKind& kind = m_random.pick(objectKinds());
        if (kind.isScattered == isScattered)
            return kind;
    }
}

void Builder::addObject(const ObjectKind& kind, const Placing& placing, const std::string& name) {
    m_scene.objects.emplace_back(kind.name);
    const int mapSize = std::clamp(powerOfTwo(m_size), 64, 1024);
    const std::uint32_t material = addMaterial(name, kind.isScattered ? mapSize / 2 : mapSize);
    Material& used = m_scene.materials[material];
    used.tileWidth *= placing.scale * m_random.range(0.7F, 1.3F);
    // Relief thicker than a twig would turn it inside out.
    used.relief = std::min(used.relief, (kind.isScattered ? 0.004F : 0.03F) * placing.scale);
    const int detail = std::clamp(m_size / 5, 16, 160);
    for (Part& made : kind.make(m_random, detail)) {
        Part part = placed(std::move(made), placing);
        if (kind.isScattered)
            part.position.y += groundAt(part.position.x, part.position.z);
        m_scene.add(part, material);
    }
}

void Builder::addObjects() {
    const bool isCloseup = m_scene.kind == "closeup";
    const int count = isCloseup ? 1 : m_random.wholeRange(1, 4);
    std::vector<Placing> taken;
    for (int i = 0; i < count; ++i) {
        Placing placing;
        placing.turn = m_random.range(0, 2 * kPi);
        placing.scale =
            isCloseup ? m_random.range(0.7F, 1.0F) : m_view.width * m_random.range(0.22F, 0.5F);
        const float reach = isCloseup ? 0.0F : 0.38F * m_view.width;
        bool isFree = false;
        for (int attempt = 0; attempt < 12 && !isFree; ++attempt) {
            placing.at = {m_random.range(-reach, reach), 0, m_random.range(-reach, reach)};
            if (m_scene.kind == "wall")
                placing.at.z = m_random.range(-0.4F, 0.5F);
            isFree = std::ranges::all_of(taken, [&](const Placing& other) {
                return length(other.at - placing.at) > 0.45F * (other.scale + placing.scale);
            });
        }
        if (!isFree)
            continue;
        placing.at.y = groundAt(placing.at.x, placing.at.z);
        taken.push_back(placing);
        const ObjectKind& kind = anyKind(false);
        const std::string name =
            m_mainIsUsed ? m_materials.anyName(m_random, usualMaterials(kind.name)) : m_mainName;
        m_mainIsUsed = true;
        addObject(kind, placing, name);
    }
    if (m_random.chance(0.5F))
        addScatter();
}

void Builder::addScatter() {
    const int count = m_scene.kind == "surface" ? m_random.whole(3) : 1;
    for (int i = 0; i < count; ++i) {
        const ObjectKind& kind = anyKind(true);
        Placing placing;
        placing.turn = m_random.range(0, 2 * kPi);
        placing.scale = m_view.width * m_random.range(0.4F, 0.9F);
        const std::string name = m_materials.anyName(m_random, usualMaterials(kind.name));
        const bool isGreen = name == "leaves" || name == "soil";
        if (kind.name == "grass" && !isGreen)
            continue; // of anything else it is a heap of spikes
        addObject(kind, placing, name);
    }
}

} // namespace

Scene buildScene(const MaterialSource& materials, std::uint64_t seed, std::uint64_t index,
                 int size) {
    return Builder(materials, seed, index, size).build();
}

} // namespace unlit::synth
