// unlit_bench albedo [--model DIR] [--pictures N] [--size N] [--cut-outs N] [--seed N] [--save
// DIR]: how much of a picture's own detail albedos have, off and guided, on the program's own
// renders of known albedo; and how much black around cut-out objects changes them. Writes a sheet
// of crops at one pixel a pixel. Figures of docs/large-images.md.
#include "bench/bench_options.h"
#include "bench/cut_out.h"
#include "bench/engine_benches.h"
#include "bench/figures.h"
#include "core/base/error.h"
#include "core/evaluate/color_difference.h"
#include "core/evaluate/contact_sheet.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/infer/loaded_model.h"
#include "core/infer/pipeline.h"
#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"

#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>

namespace unlit::bench::albedo_bench {

namespace {

struct BenchArguments {
    std::string model = "resources/models/unlit-small";
    std::string folder = "build/albedo_bench";
    int pictures = 4;
    int cutOuts = 4;
    int size = 2048;
    int seed = 90210; ///< of a set that nothing was trained on or chosen by
    int samples = 4;  ///< rays a pixel
};

InferOptions optionsWith(DetailMode detail) {
    InferOptions options;
    options.detail = detail;
    return options;
}

Image albedoOf(infer::Pipeline& pipeline, const Image& display, const InferOptions& options) {
    Image albedo = pipeline.run(display, options, {}, {})->targets.front().image;
    convertTo(albedo, ColorSpace::Linear);
    return albedo;
}

DisplayImage shown(const Image& scene, const weights::ModelFolder& folder,
                   std::optional<double> exposureEv = {}) {
    return toDisplay(scene, folder.transfer, exposureEv, folder.headroomEv);
}

/// Natural logarithms of light, [1, 3, H, W]: what is paint and what is light adds up there.
torch::Tensor logOf(const Image& linear) {
    constexpr double kDarkest = 0.01;
    return infer::viewOf(linear).clamp_min(kDarkest).log();
}

/// What is finer than pixels of a picture `side` wide.
torch::Tensor bandAbove(const torch::Tensor& picture, std::int64_t side) {
    using infer::Antialias;
    using infer::Interpolation;
    const torch::Tensor small =
        infer::interpolate(picture, {side, side}, Interpolation::Bilinear, Antialias::On);
    return picture - infer::interpolate(small, {picture.size(2), picture.size(3)},
                                        Interpolation::Bilinear, Antialias::Off);
}

struct BandErrors {
    double input = 0; ///< root mean squares over the pixels that count
    double off = 0;
    double guided = 0;
    double truth = 0; ///< of the truth itself: how much there is to be found
};

double rootMeanSquare(const torch::Tensor& values, const torch::Tensor& mask_HW) {
    const torch::Tensor squares = values.square().mul(mask_HW);
    return std::sqrt(squares.sum().item<double>() / (3 * mask_HW.sum().item<double>()));
}

/// Upper left corner of the crop in which the truth has most detail, all of it on a surface.
std::array<int, 2> busiestCrop(const torch::Tensor& truthBand, const torch::Tensor& mask_HW) {
    constexpr int kTile = evaluate::ContactSheet::kTile;
    constexpr int kStep = kTile / 3;
    std::array<int, 2> best{0, 0};
    double most = -1;
    const torch::Tensor energy = truthBand[0].square().sum(0);
    for (int y = 0; y + kTile <= energy.size(0); y += kStep)
        for (int x = 0; x + kTile <= energy.size(1); x += kStep) {
            const auto cut = [&](const torch::Tensor& plane) {
                return plane.narrow(0, y, kTile).narrow(1, x, kTile).sum().item<double>();
            };
            const double covered = cut(mask_HW) / (double{kTile} * kTile);
            if (const double found = cut(energy) * (covered > 0.95 ? 1 : 0.01); found > most) {
                most = found;
                best = {x, y};
            }
        }
    return best;
}

Image cropOf(const Image& image, const std::array<int, 2>& corner) {
    constexpr int kTile = evaluate::ContactSheet::kTile;
    Image crop = makeImage(kTile, kTile, {"R", "G", "B"}, image.space);
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < kTile; ++y)
            for (int x = 0; x < kTile; ++x)
                crop.plane(c)[static_cast<std::size_t>(y * kTile + x)] =
                    image.plane(c)[static_cast<std::size_t>(corner[1] + y) *
                                       static_cast<std::size_t>(image.width) +
                                   static_cast<std::size_t>(corner[0] + x)];
    return crop;
}

/// The factor that brings an albedo to the truth's brightness, for people's eyes.
void bringTo(Image& albedo, const Image& truth) {
    double product = 0;
    double squares = 0;
    for (std::size_t i = 0; i < albedo.samples.size(); ++i) {
        product += double{albedo.samples[i]} * truth.samples[i];
        squares += double{albedo.samples[i]} * albedo.samples[i];
    }
    for (float& sample : albedo.samples)
        sample *= static_cast<float>(product / std::max(squares, 1e-9));
}

BandErrors measureDetail(infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                         const synth::Picture& picture, const std::string& name, std::size_t row,
                         evaluate::ContactSheet& sheet) {
    const DisplayImage display = shown(picture.pair.beauty, folder);
    Image input = display.image;
    convertTo(input, ColorSpace::Linear);
    const auto off = pipeline.run(display.image, optionsWith(DetailMode::Off), {}, {});
    const std::int64_t network = std::max(off->used.networkWidth, off->used.networkHeight);
    Image plain = off->targets.front().image;
    convertTo(plain, ColorSpace::Linear);
    Image guided = albedoOf(pipeline, display.image, optionsWith(DetailMode::Guided));
    const Image& truth = picture.pair.albedo;
    const torch::Tensor mask = infer::viewOf(picture.pair.mask)[0][0];
    const torch::Tensor wanted = bandAbove(logOf(truth), network);
    const auto errorOf = [&](const Image& albedo) {
        return rootMeanSquare(bandAbove(logOf(albedo), network) - wanted, mask);
    };
    const BandErrors errors{errorOf(input), errorOf(plain), errorOf(guided),
                            rootMeanSquare(wanted, mask)};
    std::printf("%-28s truth %.4f; error: input %.4f, off %.4f (%.2f of it), guided %.4f (%.2f)\n",
                name.c_str(), errors.truth, errors.input, errors.off, errors.off / errors.input,
                errors.guided, errors.guided / errors.input);
    std::fflush(stdout);
    bringTo(plain, truth);
    bringTo(guided, truth);
    const auto corner = busiestCrop(wanted, mask);
    sheet.nameRow(row, name);
    std::size_t column = 0;
    for (const Image* image : {static_cast<const Image*>(&input), static_cast<const Image*>(&plain),
                               static_cast<const Image*>(&guided), &truth})
        sheet.put(row, column++, cropOf(*image, corner));
    return errors;
}

void save(const evaluate::ContactSheet& sheet, const std::string& folder, const char* name) {
    if (sheet.empty())
        return;
    const auto file = std::filesystem::path(folder) / name;
    std::filesystem::create_directories(folder);
    writeImage(file, sheet.draw(), {.format = FileFormat::Png8, .half = false, .overwrite = true});
    std::printf("%s\n", file.c_str());
}

void benchDetail(infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                 const BenchArguments& arguments) {
    const synth::MaterialSource materials({}, nullptr);
    evaluate::ContactSheet sheet({"input", "off", "guided", "truth"});
    double offs = 0;
    double guideds = 0;
    int better = 0;
    std::printf("Error in the band above the network's size, logarithms of light, root mean "
                "square:\n");
    for (int i = 0; i < arguments.pictures; ++i) {
        const auto picture = synth::makePicture(
            materials,
            {arguments.size, arguments.samples, static_cast<std::uint64_t>(arguments.seed)},
            static_cast<std::uint64_t>(i), {});
        const BandErrors errors =
            measureDetail(pipeline, folder, *picture, picture->kind + ", " + picture->light,
                          static_cast<std::size_t>(i), sheet);
        offs += errors.off / errors.input;
        guideds += errors.guided / errors.input;
        better += errors.guided < errors.off ? 1 : 0;
    }
    std::printf("mean of %d, relative to the input as albedo: off %.3f, guided %.3f; guided is "
                "better on %d\n",
                arguments.pictures, offs / arguments.pictures, guideds / arguments.pictures,
                better);
    bench::keepFigure("albedo: error of detail, off, of the input's", offs / arguments.pictures,
                      "");
    bench::keepFigure("albedo: error of detail, guided, of the input's",
                      guideds / arguments.pictures, "");
    save(sheet, arguments.folder, "detail.png");
}

struct Differences {
    double rim = 0;
    double inside = 0;
};

/// Mean CIEDE2000 of two albedos on the object.
Differences differencesOf(const Image& first, const Image& second, const bench::CutOut& object) {
    const std::size_t plane = first.planeSize();
    const auto labAt = [plane](const Image& image, std::size_t i) {
        return evaluate::labOf(image.samples[i], image.samples[i + plane],
                               image.samples[i + 2 * plane]);
    };
    std::array<double, 2> sums{};
    std::array<double, 2> counts{};
    for (std::size_t i = 0; i < plane; ++i) {
        if (object.isObject[i] == 0)
            continue;
        const std::size_t part = object.isRim[i] != 0 ? 0 : 1;
        sums[part] += evaluate::colorDifference(labAt(first, i), labAt(second, i));
        counts[part] += 1;
    }
    return {sums[0] / std::max(counts[0], 1.0), sums[1] / std::max(counts[1], 1.0)};
}

Image beforeGrey(const bench::CutOut& object) {
    constexpr float kMiddleGrey = 0.18F;
    Image picture = object.beauty;
    picture.mask.clear();
    for (std::size_t i = 0; i < picture.samples.size(); ++i)
        if (object.isObject[i % picture.planeSize()] == 0)
            picture.samples[i] = kMiddleGrey;
    return picture;
}

/// Whether all that is no object came out as it went in, to the last bit.
bool isKept(const Image& albedo, const Image& display, const bench::CutOut& object) {
    for (std::size_t i = 0; i < albedo.samples.size(); ++i)
        if (object.isObject[i % albedo.planeSize()] == 0 && albedo.samples[i] != display.samples[i])
            return false;
    return true;
}

void benchCutOuts(infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                  const BenchArguments& arguments) {
    const synth::MaterialSource materials({}, nullptr);
    evaluate::ContactSheet sheet({"cut-out", "kept black", "black as colour", "before grey"});
    Differences kept{};
    Differences asColor{};
    int done = 0;
    int same = 0;
    std::printf("CIEDE2000 of objects cut out on black against the same before middle grey:\n");
    for (std::uint64_t index = 0; done < arguments.cutOuts && index < 400; ++index) {
        const auto object = bench::renderCutOut(
            materials,
            {arguments.size, arguments.samples, static_cast<std::uint64_t>(arguments.seed)}, index);
        if (!object)
            continue;
        // One exposure for all three: of the object alone.
        const DisplayImage black = shown(object->beauty, folder);
        const DisplayImage grey = shown(beforeGrey(*object), folder, black.exposureEv);
        InferOptions options = optionsWith(DetailMode::Guided);
        const auto prediction = pipeline.run(black.image, options, {}, {});
        same += isKept(prediction->targets.front().image, black.image, *object) ? 1 : 0;
        Image keptAlbedo = prediction->targets.front().image;
        convertTo(keptAlbedo, ColorSpace::Linear);
        options.keepBlack = KeepBlack::Off;
        const Image reference = albedoOf(pipeline, grey.image, options);
        const Image colored = albedoOf(pipeline, black.image, options);
        const Differences a = differencesOf(keptAlbedo, reference, *object);
        const Differences b = differencesOf(colored, reference, *object);
        std::printf("object %3d: kept black: rim %.2f, inside %.2f; black as a colour: rim %.2f, "
                    "inside %.2f\n",
                    static_cast<int>(index), a.rim, a.inside, b.rim, b.inside);
        std::fflush(stdout);
        kept = {kept.rim + a.rim, kept.inside + a.inside};
        asColor = {asColor.rim + b.rim, asColor.inside + b.inside};
        const auto row = static_cast<std::size_t>(done++);
        sheet.nameRow(row, "object " + std::to_string(index));
        Image input = black.image;
        convertTo(input, ColorSpace::Linear);
        std::size_t column = 0;
        for (const Image* image : {static_cast<const Image*>(&input),
                                   static_cast<const Image*>(&keptAlbedo), &colored, &reference})
            sheet.put(row, column++, *image);
    }
    const double count = std::max(done, 1);
    std::printf("mean of %d: kept black: rim %.2f, inside %.2f; black as a colour: rim %.2f, "
                "inside %.2f; background equal to the last bit in %d\n",
                done, kept.rim / count, kept.inside / count, asColor.rim / count,
                asColor.inside / count, same);
    if (done > 0) {
        bench::keepFigure("albedo: cut-outs, rim", kept.rim / count, "dE00");
        bench::keepFigure("albedo: cut-outs, inside", kept.inside / count, "dE00");
    }
    save(sheet, arguments.folder, "cut_outs.png");
}

} // namespace

int run(int argc, char** argv) {
    BenchArguments arguments;
    bench::BenchOptions options("unlit_bench albedo");
    options.addText("--model", arguments.model);
    options.addText("--save", arguments.folder);
    options.addNumber("--pictures", arguments.pictures, 0);
    options.addNumber("--cut-outs", arguments.cutOuts, 0);
    options.addNumber("--size", arguments.size, 256);
    options.addNumber("--seed", arguments.seed, 0);
    options.addNumber("--samples", arguments.samples);
    if (!options.parse(argc, argv))
        return 2;
    try {
        const auto model = infer::loadModel(weights::openModelFolder(arguments.model));
        infer::Pipeline pipeline(model);
        if (arguments.pictures > 0)
            benchDetail(pipeline, model->folder, arguments);
        if (arguments.cutOuts > 0)
            benchCutOuts(pipeline, model->folder, arguments);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s; %s\n", error.what(), error.hint().c_str());
        return 1;
    }
    return 0;
}

} // namespace unlit::bench::albedo_bench
