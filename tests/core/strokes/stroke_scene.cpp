#include "tests/core/strokes/stroke_scene.h"

#include "core/strokes/stroke_field.h"
#include "core/strokes/stroke_solver.h"

namespace unlit::test {

Image paintedImage(int width, int height, const std::function<Rgb(int x, int y)>& colorAt) {
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Linear);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const Rgb color = colorAt(x, y);
            for (int c = 0; c < 3; ++c)
                image.plane(c)[static_cast<std::size_t>(y * width + x)] =
                    color[static_cast<std::size_t>(c)];
        }
    return image;
}

ShadowScene shadowScene(int width, int height) {
    ShadowScene scene;
    const auto light = [width](int x) { return x < width / 2 ? 0.8F : 0.2F; };
    scene.truth = paintedImage(width, height, [](int, int) { return Rgb{0.4F, 0.4F, 0.4F}; });
    scene.picture = paintedImage(width, height, [&](int x, int) {
        return Rgb{0.4F * light(x), 0.4F * light(x), 0.4F * light(x)};
    });
    scene.albedo = paintedImage(width, height, [&](int x, int) {
        const float paint = x < width / 2 ? 0.4F : 0.1F;
        return Rgb{paint, paint, paint};
    });
    return scene;
}

Stroke line(StrokeKind kind, float radius, std::vector<StrokePoint> points,
            std::vector<double> value) {
    return {.kind = kind, .radius = radius, .points = std::move(points), .value = std::move(value)};
}

StrokeSet setOf(const Image& picture, std::vector<Stroke> strokes) {
    return {.width = picture.width,
            .height = picture.height,
            .hash = "",
            .strokes = std::move(strokes)};
}

Image correctedAlbedo(const Image& picture, const Image& albedo, const StrokeSet& strokes) {
    const StrokeSolver solver(picture, albedo, {});
    const StrokeSolution solution = solver.solve(strokes);
    Image corrected = albedo;
    if (!solution.empty())
        solver.field(solution).apply(corrected, picture, {});
    return corrected;
}

float sampleAt(const Image& image, int channel, int x, int y) {
    return image.plane(
        channel)[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                 static_cast<std::size_t>(x)];
}

} // namespace unlit::test
