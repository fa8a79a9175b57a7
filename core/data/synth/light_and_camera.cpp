// Light and camera of random scenes.
#include "core/data/synth/scene_builder.h"

#include <array>

namespace unlit::synth {

namespace {

Vec3 directionTo(float elevation, float azimuth) {
    return {std::cos(elevation) * std::cos(azimuth), std::sin(elevation),
            std::cos(elevation) * std::sin(azimuth)};
}

/// A light's colour drifts: cameras are never balanced exactly.
Vec3 tinted(Random& random, Vec3 color, float amount) {
    const float warm = random.range(-amount, amount);
    const float green = random.range(-amount, amount) * 0.3F;
    return {color.x * (1 + warm), color.y * (1 + green), color.z * (1 - warm)};
}

ShadowPattern drawPattern(Random& random, float width) {
    ShadowPattern pattern;
    const float choice = random.uniform();
    if (choice > 0.42F)
        return pattern;
    pattern.kind = choice < 0.2F    ? ShadowPattern::Kind::Foliage
                   : choice < 0.28F ? ShadowPattern::Kind::Window
                                    : ShadowPattern::Kind::Edge;
    pattern.scale = width * random.range(0.4F, 1.3F);
    pattern.softness = random.logRange(0.01F, 0.25F);
    pattern.turn = random.range(0, 2 * kPi);
    pattern.shift = {random.range(-0.4F, 0.4F), random.range(-0.4F, 0.4F)};
    pattern.seed = random.bits();
    return pattern;
}

AreaLight drawLamp(Random& random, float width, float strength) {
    const Vec3 direction = directionTo(radiansOf(random.range(15, 80)), random.range(0, 2 * kPi));
    const float distance = width * random.range(1.1F, 2.6F);
    const Vec3 center = direction * distance;
    const Frame frame = frameAround(-direction);
    const float sizeU = width * random.logRange(0.06F, 0.7F);
    const float sizeV = width * random.logRange(0.06F, 0.7F);
    Vec3 color = {1, 1, 1};
    const float choice = random.uniform();
    if (choice < 0.45F)
        color = {1.0F, random.range(0.6F, 0.85F), random.range(0.3F, 0.65F)}; // bulbs
    else if (choice < 0.6F)
        color = {random.range(0.6F, 0.85F), random.range(0.8F, 0.95F), 1.0F};
    else if (choice < 0.70F)
        color = {random.range(0.2F, 1.0F), random.range(0.2F, 1.0F), random.range(0.2F, 1.0F)};
    const float area = 4 * sizeU * sizeV;
    return {center, frame.x * sizeU, frame.y * sizeV,
            color * (strength * kPi * distance * distance / area)};
}

NamedLighting clearDay(Random& random, float width) {
    SkySettings sky;
    const float strength = random.range(0.10F, 0.28F);
    sky.zenith = tinted(random, Vec3{0.45F, 0.75F, 1.5F} * strength, 0.1F);
    sky.horizon = tinted(random, Vec3{1.3F, 1.6F, 1.9F} * strength, 0.1F);
    sky.below = Vec3{0.6F, 0.5F, 0.4F} * strength;
    sky.horizonWidth = random.range(0.2F, 0.6F);
    sky.clouds = random.chance(0.5F) ? random.range(0.2F, 0.9F) : 0;
    sky.cloudColor = Vec3{3, 3, 3} * strength;
    sky.seed = random.bits();
    Sun sun;
    sun.direction = directionTo(radiansOf(random.range(18, 75)), random.range(0, 2 * kPi));
    sun.irradiance = tinted(random, Vec3{1.0F, 0.93F, 0.82F}, 0.06F) * kPi;
    sun.pattern = drawPattern(random, width);
    sky.glowDirection = sun.direction;
    sky.glow = Vec3{3, 2.8F, 2.5F} * strength;
    sky.glowPower = random.range(10, 60);
    return {{Sky(sky), sun, {}}, "clear"};
}

NamedLighting hazyDay(Random& random, float width) {
    NamedLighting light = clearDay(random, width);
    SkySettings sky;
    const float strength = random.range(0.3F, 0.7F);
    sky.zenith = tinted(random, Vec3{0.9F, 1.0F, 1.15F} * strength, 0.12F);
    sky.horizon = tinted(random, Vec3{1.1F, 1.1F, 1.1F} * strength, 0.12F);
    sky.below = Vec3{0.3F, 0.28F, 0.25F} * strength;
    sky.glowDirection = light.lighting.sun.direction;
    sky.glow = Vec3{2.5F, 2.4F, 2.2F} * strength;
    sky.glowPower = random.range(4, 20);
    light.lighting.sky = Sky(sky);
    Sun& sun = light.lighting.sun;
    sun.irradiance = sun.irradiance * random.range(0.3F, 0.8F);
    sun.radius = random.logRange(0.015F, 0.12F);
    sun.pattern.softness = std::max(sun.pattern.softness, 0.15F);
    light.name = "hazy";
    return light;
}

NamedLighting overcastDay(Random& random) {
    SkySettings sky;
    sky.zenith = tinted(random, {1.0F, 1.02F, 1.06F}, 0.12F);
    sky.horizon = sky.zenith * random.range(0.3F, 0.8F);
    sky.below = sky.zenith * 0.15F;
    sky.horizonWidth = random.range(0.4F, 1.0F);
    sky.glowDirection = directionTo(radiansOf(random.range(25, 80)), random.range(0, 2 * kPi));
    sky.glow = sky.zenith * random.range(0.0F, 1.2F);
    sky.glowPower = random.range(2, 8);
    return {{Sky(sky), {}, {}}, "overcast"};
}

NamedLighting lowSun(Random& random, float width) {
    NamedLighting light = clearDay(random, width);
    const float strength = random.range(0.12F, 0.3F);
    SkySettings sky;
    sky.zenith = tinted(random, Vec3{0.5F, 0.7F, 1.3F} * strength, 0.1F);
    sky.horizon = Vec3{1.8F, random.range(0.8F, 1.4F), random.range(0.5F, 1.2F)} * strength;
    sky.below = Vec3{0.4F, 0.3F, 0.25F} * strength;
    Sun& sun = light.lighting.sun;
    sun.direction = directionTo(radiansOf(random.range(6, 18)), random.range(0, 2 * kPi));
    sun.irradiance = Vec3{1.0F, random.range(0.5F, 0.8F), random.range(0.18F, 0.5F)} * (kPi * 1.6F);
    sky.glowDirection = sun.direction;
    sky.glow = Vec3{4, 2.4F, 1.2F} * strength;
    sky.glowPower = random.range(6, 30);
    light.lighting.sky = Sky(sky);
    light.name = "low-sun";
    return light;
}

NamedLighting lamps(Random& random, float width) {
    SkySettings sky;
    const float fill = random.logRange(0.04F, 0.3F);
    sky.zenith = tinted(random, Vec3{1.0F, 0.95F, 0.88F} * fill, 0.25F);
    sky.horizon = tinted(random, Vec3{0.8F, 0.75F, 0.7F} * fill, 0.25F);
    sky.below = sky.horizon * 0.4F;
    Lighting lighting{Sky(sky), {}, {}};
    const int count = random.wholeRange(1, 3);
    for (int i = 0; i < count; ++i)
        lighting.lamps.push_back(drawLamp(random, width, random.range(0.4F, 1.2F)));
    return {lighting, "lamps"};
}

} // namespace

NamedLighting drawLighting(Random& random, float width) {
    const float choice = random.uniform();
    NamedLighting light = choice < 0.34F   ? clearDay(random, width)
                          : choice < 0.54F ? hazyDay(random, width)
                          : choice < 0.70F ? overcastDay(random)
                          : choice < 0.82F ? lowSun(random, width)
                                           : lamps(random, width);
    if (light.name != "lamps" && random.chance(0.12F))
        light.lighting.lamps.push_back(drawLamp(random, width, random.range(0.2F, 0.6F)));
    return light;
}

Camera drawCamera(Random& random, const View& view) {
    Camera camera;
    camera.tangent = std::tan(radiansOf(random.range(10, 27)));
    const Vec3 back = directionTo(view.elevation, view.azimuth);
    const float distance = 0.5F * view.width / camera.tangent;
    camera.position = view.target + back * distance;
    const Vec3 side = {-std::sin(view.azimuth), 0, std::cos(view.azimuth)};
    const Vec3 right = -side;
    const Vec3 up = cross(back, right);
    const bool isFromAbove = view.elevation > radiansOf(75);
    const float roll = isFromAbove ? random.range(0, 2 * kPi) : radiansOf(random.range(-6, 6));
    camera.view = {right * std::cos(roll) + up * std::sin(roll),
                   up * std::cos(roll) - right * std::sin(roll), back};
    return camera;
}

} // namespace unlit::synth
