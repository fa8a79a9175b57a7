// unlit_base_bench files: one picture of 8192 pixels a side, saved and read again, against
// OpenImageIO on the same pixels in the same run: how long a save takes, and after how long there
// is something to see.
#include "bench/base_benches.h"
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/stopwatch.h"
#include "core/base/text.h"
#include "core/image/image_file.h"

#include <OpenImageIO/imageio.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace unlit::bench::files_bench {

namespace {

namespace fs = std::filesystem;

/// Smooth shapes and a little grain, as renders have; a part of it is made and repeated, further
/// apart than a compressor looks back.
Image largePicture(int side) {
    constexpr int part = 1024;
    std::mt19937 random(1);
    std::normal_distribution<float> grain(0, 0.004F);
    std::vector<float> values(static_cast<std::size_t>(part) * part);
    for (int y = 0; y < part; ++y)
        for (int x = 0; x < part; ++x) {
            const bool isTile =
                std::sin(0.05F * static_cast<float>(x)) * std::sin(0.037F * static_cast<float>(y)) >
                0;
            values[static_cast<std::size_t>(y * part + x)] =
                (isTile ? 0.5F : 0.2F) +
                0.1F * std::sin(2e-4F * static_cast<float>(x) * static_cast<float>(y)) +
                grain(random);
        }
    Image image = makeImage(side, side, {"R", "G", "B"}, ColorSpace::Srgb);
    for (int c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < image.planeSize(); ++i) {
            const std::size_t x = i % static_cast<std::size_t>(side);
            const std::size_t y = i / static_cast<std::size_t>(side);
            image.plane(c)[i] =
                values[(y % part) * part + (x + 341U * static_cast<unsigned>(c)) % part];
        }
    return image;
}

void writeWithOiio(const fs::path& path, const Image& image, OIIO::TypeDesc type) {
    OIIO::ImageSpec spec(image.width, image.height, 3, type);
    const auto output = OIIO::ImageOutput::create(path.string());
    const std::size_t plane = image.planeSize();
    std::vector<float> pixels(3 * plane);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = image.samples[(i % 3) * plane + i / 3];
    output->open(path.string(), spec);
    output->write_image(OIIO::TypeDesc::FLOAT, pixels.data());
    output->close();
}

void readWithOiio(const fs::path& path) {
    const auto input = OIIO::ImageInput::open(path.string());
    const OIIO::ImageSpec& spec = input->spec();
    std::vector<float> pixels(static_cast<std::size_t>(spec.image_pixels()) *
                              static_cast<std::size_t>(spec.nchannels));
    input->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::FLOAT, pixels.data());
}

/// A kind of file, as both write it.
struct SavedKind {
    std::string name; ///< in figures
    std::string ending;
    WriteOptions ours;
    OIIO::TypeDesc theirs;
};

void benchSaving(const fs::path& folder, const Image& picture, const SavedKind& kind) {
    const fs::path ours = folder / ("ours" + kind.ending);
    const fs::path theirs = folder / ("theirs" + kind.ending);
    const double took = bench::seconds([&] { writeImage(ours, picture, kind.ours); });
    const double theirTime = bench::seconds([&] { writeWithOiio(theirs, picture, kind.theirs); });
    const auto bytes = static_cast<double>(fs::file_size(ours));
    const auto theirBytes = static_cast<double>(fs::file_size(theirs));
    std::printf("saving, %d x %d %s: %s, %s; OpenImageIO %s, %s; time %.2f, bytes %.2f of it\n",
                picture.width, picture.height, kind.name.c_str(), formatSeconds(took).c_str(),
                formatBytes(fs::file_size(ours)).c_str(), formatSeconds(theirTime).c_str(),
                formatBytes(fs::file_size(theirs)).c_str(), took / theirTime, bytes / theirBytes);
    keepFigure("files: " + kind.name + " saved, of OpenImageIO's time", took / theirTime, "");
    keepFigure("files: " + kind.name + " saved, of OpenImageIO's bytes", bytes / theirBytes, "");
}

/// In turns, the least of two runs: memory that a process has never touched costs more than
/// reading.
void benchFirstLook(const fs::path& file) {
    using Clock = std::chrono::steady_clock;
    double first = std::numeric_limits<double>::infinity();
    const auto readOurs = [&] {
        bool isFirst = true;
        const auto start = Clock::now();
        ReadOptions options;
        options.look = [&](const Image&, std::array<int, 2>) {
            if (std::exchange(isFirst, false))
                first =
                    std::min(first, std::chrono::duration<double>(Clock::now() - start).count());
        };
        readImage(file, options);
    };
    const auto [whole, theirs] = bestInTurns(2, readOurs, [&] { readWithOiio(file); });
    first = std::min(first, whole);
    std::printf("reading %s: something to see after %.0f ms, all after %.0f ms; OpenImageIO %.0f "
                "ms; %.2f and %.2f of it\n",
                file.filename().c_str(), 1e3 * first, 1e3 * whole, 1e3 * theirs, first / theirs,
                whole / theirs);
    const std::string name = "files: " + file.extension().string().substr(1);
    keepFigure(name + ", first look, of OpenImageIO's whole", first / theirs, "");
    keepFigure(name + ", whole, of OpenImageIO's", whole / theirs, "");
}

} // namespace

int run(int argc, char** argv) {
    int side = 8192;
    BenchOptions arguments("unlit_base_bench files");
    arguments.addNumber("--size", side, 1024);
    if (!arguments.parse(argc, argv))
        return 2;
    const fs::path folder =
        fs::temp_directory_path() / ("unlit_files_bench_" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const Image picture = largePicture(side);
    const auto options = [](FileFormat format, bool isHalf) {
        return WriteOptions{.format = format, .half = isHalf, .overwrite = true};
    };
    for (const SavedKind& kind :
         {SavedKind{"PNG16", ".png", options(FileFormat::Png16, false), OIIO::TypeDesc::UINT16},
          {"EXR half", ".exr", options(FileFormat::Exr, true), OIIO::TypeDesc::HALF},
          {"EXR float", ".exr", options(FileFormat::Exr, false), OIIO::TypeDesc::FLOAT}})
        benchSaving(folder, picture, kind);
    for (const auto& [name, format] :
         {std::pair{"read.exr", FileFormat::Exr}, {"read.png", FileFormat::Png16}}) {
        writeImage(folder / name, picture, options(format, true));
        benchFirstLook(folder / name);
    }
    fs::remove_all(folder);
    return 0;
}

} // namespace unlit::bench::files_bench
