// unlit_base_bench data: how fast pairs and pictures of other formats are decoded, against
// OpenImageIO alone on the same files in the same run, and how long the pair doctor takes for a
// set.
#include "bench/base_benches.h"
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/resident_memory.h"
#include "bench/stopwatch.h"
#include "core/base/text.h"
#include "core/data/doctor/doctor.h"
#include "core/image/image_file.h"

#include <OpenImageIO/imageio.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <unistd.h>

namespace unlit::bench::data_bench {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    int decodeSize = 1024; ///< pixels a side
    int doctorSize = 1024;
    int pairs = 200;
    int workers = 0; ///< 0 = all
};

bool parse(int argc, char** argv, Arguments& arguments) {
    bench::BenchOptions options("unlit_base_bench data");
    options.addNumber("--pairs", arguments.pairs);
    options.addNumber("--doctor-size", arguments.doctorSize, 16);
    options.addNumber("--workers", arguments.workers, 0);
    return options.parse(argc, argv);
}

/// A folder that goes when the run ends.
class Folder {
public:
    Folder()
        : m_path(fs::temp_directory_path() / ("unlit_data_bench_" + std::to_string(::getpid()))) {
        fs::create_directories(m_path);
    }

    ~Folder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path operator/(const std::string& name) const { return m_path / name; }

    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// A texture that compresses about as a render does: smooth shapes and a little grain.
Image makePicture(int side, unsigned seed, bool isLit) {
    std::mt19937 random(seed);
    std::normal_distribution<float> grain(0, 0.01F);
    Image image = makeImage(side, side, {"R", "G", "B"}, ColorSpace::Linear);
    const float turn = static_cast<float>(seed) * 0.7F;
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const float u = static_cast<float>(x) / static_cast<float>(side);
                const float v = static_cast<float>(y) / static_cast<float>(side);
                const bool tile = std::sin(40 * u + turn) * std::sin(31 * v) > 0;
                const float albedo = (tile ? 0.5F : 0.2F) + 0.1F * std::sin(150 * u * v);
                const float light = isLit ? 0.6F + 0.4F * std::sin(3 * u + 2 * v + turn) : 1;
                image.plane(c)[static_cast<std::size_t>(y * side + x)] =
                    albedo * light * (1 + (isLit ? grain(random) : 0));
            }
    return image;
}

void writePair(const Folder& folder, const std::string& name, int side, unsigned seed) {
    const WriteOptions half{FileFormat::Exr, true, true};
    writeImage(folder / (name + "_beauty.exr"), makePicture(side, seed, true), half);
    writeImage(folder / (name + "_albedo.exr"), makePicture(side, seed, false), half);
}

void readWithOiio(const fs::path& path) {
    const auto input = OIIO::ImageInput::open(path.string());
    const OIIO::ImageSpec& spec = input->spec();
    std::vector<float> pixels(static_cast<std::size_t>(spec.width) *
                              static_cast<std::size_t>(spec.height) *
                              static_cast<std::size_t>(spec.nchannels));
    input->read_image(0, 0, 0, spec.nchannels, OIIO::TypeDesc::FLOAT, pixels.data());
}

void benchDecoding(const Folder& folder, int side) {
    constexpr int pairs = 6;
    constexpr int runs = 5;
    for (unsigned i = 0; i < pairs; ++i)
        writePair(folder, "d" + std::to_string(i), side, i);
    OIIO::attribute("threads", 1);
    OIIO::attribute("exr_threads", -1); // none of its own
    const auto all = [&](const auto& read) {
        return bench::bestSeconds(runs, [&] {
            for (int i = 0; i < pairs; ++i)
                for (const char* kind : {"_beauty.exr", "_albedo.exr"})
                    read(folder / ("d" + std::to_string(i) + kind));
        });
    };
    const double ours = pairs / all([](const fs::path& path) { readImage(path); });
    const double theirs = pairs / all(readWithOiio);
    std::printf("decoding, %d x %d half EXR, one core: %.1f pairs/s, OpenImageIO alone %.1f "
                "pairs/s, ratio %.2f\n",
                side, side, ours, theirs, ours / theirs);
    bench::keepFigure("data: EXR beside OpenImageIO", ours / theirs, "x", bench::Better::More);
    bench::keepFigure("data: EXR pairs", ours, "1/s", bench::Better::More);
}

/// As another program writes it: eight bits a sample, floats for HDR.
void writeWithOiio(const fs::path& path, const Image& image) {
    const auto output = OIIO::ImageOutput::create(path.string());
    OIIO::ImageSpec spec(image.width, image.height, 3,
                         path.extension() == ".hdr" ? OIIO::TypeDesc::FLOAT
                                                    : OIIO::TypeDesc::UINT8);
    const std::size_t plane = image.planeSize();
    std::vector<float> pixels(3 * plane);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = image.samples[(i % 3) * plane + i / 3];
    output->open(path.string(), spec);
    output->write_image(OIIO::TypeDesc::FLOAT, pixels.data());
    output->close();
}

/// Formats beside OpenImageIO, which still decodes TGA; both give floats.
void benchFormats(const Folder& folder, int side) {
    constexpr int runs = 5;
    const Image picture = makePicture(side, 3, true);
    for (const char* suffix : {".png", ".jpg", ".tif", ".webp", ".bmp", ".tga", ".hdr"}) {
        const fs::path file = folder / (std::string("f") + suffix);
        writeWithOiio(file, picture);
        const double ours = bench::bestSeconds(runs, [&] { readImage(file); });
        const double theirs = bench::bestSeconds(runs, [&] { readWithOiio(file); });
        std::printf("decoding, %d x %d %-5s %6.1f ms, OpenImageIO alone %6.1f ms, ratio %.2f\n",
                    side, side, suffix, 1e3 * ours, 1e3 * theirs, theirs / ours);
        bench::keepFigure(std::string("data: ") + suffix + " beside OpenImageIO", theirs / ours,
                          "x", bench::Better::More);
        bench::keepFigure(std::string("data: ") + suffix, 1e3 * ours, "ms");
    }
}

/// Few files on disk, many names: the page cache serves them all, and decoding is what is timed.
void benchDoctor(const Folder& folder, const Arguments& arguments) {
    constexpr int different = 16;
    std::vector<data::ListedPair> pairs;
    for (int i = 0; i < arguments.pairs; ++i) {
        const std::string source = "s" + std::to_string(i % different);
        if (i < different)
            writePair(folder, source, arguments.doctorSize, static_cast<unsigned>(100 + i));
        const std::string name = "p" + std::to_string(i);
        for (const char* kind : {"_beauty.exr", "_albedo.exr"})
            fs::create_hard_link(folder / (source + kind), folder / (name + kind));
        pairs.push_back({{name + "_beauty.exr", ""}, {name + "_albedo.exr", ""}, {}, 0});
    }
    const auto source = data::PictureSource::open(folder.path());
    bench::resetPeakMemory();
    const double seconds = bench::seconds([&] {
        data::examine(*source, pairs, {}, {arguments.workers, {}, {}});
    });
    std::printf("doctor, %d pairs of %d x %d: %s, %.1f pairs/s, peak memory %s\n", arguments.pairs,
                arguments.doctorSize, arguments.doctorSize, formatSeconds(seconds).c_str(),
                arguments.pairs / seconds, formatBytes(bench::peakMemory()).c_str());
    bench::keepFigure("data: pair doctor", arguments.pairs / seconds, "1/s", bench::Better::More);
}

} // namespace

int run(int argc, char** argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    const Folder folder;
    benchDecoding(folder, arguments.decodeSize);
    benchFormats(folder, arguments.decodeSize);
    benchDoctor(folder, arguments);
    return 0;
}

} // namespace unlit::bench::data_bench
