// Decoded pixels against OpenImageIO's, and against references that lie beside the files.
#include "core/base/error.h"
#include "core/image/image_file.h"
#include "tests/samples/guarded_child.h"
#include "tests/samples/oiio_picture.h"
#include "tests/samples/sample_files.h"

#include <gtest/gtest.h>

#include <Imath/half.h>

#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

bool isNear(float ours, float theirs, bool isFloat) {
    if (std::isnan(ours) || std::isnan(theirs))
        return std::isnan(ours) == std::isnan(theirs);
    if (ours == theirs)
        return true;
    if (!isFloat)
        return std::abs(ours - theirs) <= 1.0F / 255.0F + 1e-6F;
    return std::abs(ours - theirs) <= 1e-3F * std::max(std::abs(ours), std::abs(theirs)) + 1e-6F;
}

// "" or the first pixel that differs.
std::string differenceOf(const Image& ours, const Image& theirs, bool isFloat) {
    if (ours.width != theirs.width || ours.height != theirs.height)
        return "size " + std::to_string(ours.width) + "x" + std::to_string(ours.height) +
               " against " + std::to_string(theirs.width) + "x" + std::to_string(theirs.height);
    std::size_t different = 0;
    std::string first;
    for (std::size_t i = 0; i < ours.samples.size(); ++i)
        if (!isNear(ours.samples[i], theirs.samples[i], isFloat) && ++different == 1)
            first = "plane " + std::to_string(i / ours.planeSize()) + " pixel " +
                    std::to_string(i % ours.planeSize()) + ": " + std::to_string(ours.samples[i]) +
                    " against " + std::to_string(theirs.samples[i]);
    if (!ours.mask.empty() && !theirs.mask.empty())
        for (std::size_t i = 0; i < ours.mask.size(); ++i)
            if (!isNear(ours.mask[i], theirs.mask[i], isFloat) && ++different == 1)
                first = "mask, pixel " + std::to_string(i) + ": " + std::to_string(ours.mask[i]) +
                        " against " + std::to_string(theirs.mask[i]);
    return different == 0 ? "" : std::to_string(different) + " samples, " + first;
}

ReadOptions asStored() {
    ReadOptions options;
    options.space = ColorSpace::Raw;
    return options;
}

// "same", "known …" (the reason), "differs …", "alone …" (OpenImageIO gives no picture) or "refused
// …".
std::string compareOne(const fs::path& path) {
    ImageInfo info;
    LoadedImage ours;
    try {
        info = readImageInfo(path);
        ours = readImage(path, asStored());
    } catch (const Error& error) {
        return "refused: " + std::string(error.what());
    }
    const OiioPicture theirs = readWithOiio(path, info);
    if (!theirs.refusal.empty())
        return "alone: OpenImageIO " + theirs.refusal;
    const std::string difference =
        differenceOf(ours.image, theirs.image, ours.isFloat && theirs.isFloat);
    if (difference.empty())
        return "same";
    return theirs.fault.empty() ? "differs: " + difference : "known: OpenImageIO: " + theirs.fault;
}

std::string readableToOiio(const fs::path& path) {
    return canOiioRead(path) ? "yes" : "no";
}

struct AgreementCounts {
    static constexpr std::array<const char*, 6> kOutcomes = {"same",    "known",   "alone",
                                                             "refused", "only we", "differs"};
    std::array<int, kOutcomes.size()> numbers{};

    /// False for what must not be.
    bool add(const std::string& outcome) {
        for (std::size_t i = 0; i < kOutcomes.size(); ++i)
            if (outcome.starts_with(kOutcomes[i])) {
                ++numbers[i];
                return i + 1 < kOutcomes.size();
            }
        return false;
    }

    std::string row() const {
        std::string text =
            " | " + std::to_string(numbers[0] + numbers[1] + numbers[2] + numbers[5]);
        for (const int number : numbers)
            text += " | " + std::to_string(number);
        return text;
    }
};

} // namespace

TEST(Samples, pixels_equal_those_of_openimageio) {
    std::map<std::string, AgreementCounts> sets;
    const char* reportPath = std::getenv("UNLIT_SAMPLES_COMPARISON");
    std::ofstream report(reportPath != nullptr ? reportPath : "/dev/null");
    for (const fs::path& path : filesUnder(samplesDir())) {
        AgreementCounts& counts = sets[setOf(path)];
        const std::string name = path.lexically_relative(samplesDir()).string();
        const ChildResult result = runGuarded([&] { return compareOne(path); }, {.seconds = 30});
        // What goes wrong here is OpenImageIO's: our own reader has its test beside this one.
        std::string outcome =
            result.failure.empty() ? result.output : "alone: OpenImageIO " + result.failure;
        if (outcome.starts_with("refused") &&
            runGuarded([&] { return readableToOiio(path); }, {}).output == "yes")
            outcome.insert(0, "only we: ");
        if (!counts.add(outcome))
            ADD_FAILURE() << name << " " << outcome;
        if (outcome.starts_with("only we") || outcome.starts_with("known"))
            std::cout << name << ": " << outcome << "\n";
        report << name << '\t' << outcome << '\n';
    }
    ASSERT_FALSE(sets.empty());
    std::cout << "| set | decoded | same | known difference | OpenImageIO gives no picture | "
                 "refused by both | refused by us alone | different |\n";
    for (const auto& [name, counts] : sets)
        std::cout << "| " << name << counts.row() << " |\n";
}

/// Steps between two values as DWA keeps them: halves of light^(1/2.2), of a logarithm above 1.
int dwaSteps(float a, float b) {
    const auto stored = [](float light) {
        const float size = std::abs(light);
        const float curved = size <= 1 ? std::pow(size, 1 / 2.2F) : std::log(size) / 2.2F + 1.0F;
        const int bits = half(curved).bits();
        return light < 0 ? -bits : bits;
    };
    return std::abs(stored(a) - stored(b));
}

// Decoders of DWA round differently, and the one that made the references of exr-exrs takes the
// last row of a picture from another place of its block. Neither is prescribed: ours (OpenEXR's)
// must be within one stored step, or nearer to the picture that was compressed, and one 8-bit level
// at most.
void expectDwaIsNoWorse(const Image& ours, const Image& theirs, const fs::path& path) {
    const Image original = readImage(path.parent_path() / "uncompressed.exr", asStored()).image;
    ASSERT_EQ(ours.samples.size(), theirs.samples.size());
    ASSERT_EQ(ours.samples.size(), original.samples.size());
    long ourDistance = 0;
    long theirDistance = 0;
    for (std::size_t i = 0; i < ours.samples.size(); ++i) {
        if (dwaSteps(ours.samples[i], theirs.samples[i]) <= 1)
            continue;
        ASSERT_LE(std::abs(ours.samples[i] - theirs.samples[i]), 1 / 255.0F) << path;
        ourDistance += dwaSteps(ours.samples[i], original.samples[i]);
        theirDistance += dwaSteps(theirs.samples[i], original.samples[i]);
    }
    EXPECT_LE(ourDistance, theirDistance) << path;
}

std::vector<std::string> typesOf(const fs::path& path) {
    std::vector<std::string> types;
    for (const ChannelInfo& channel : readImageInfo(path).channels)
        types.push_back(channel.type);
    return types;
}

fs::path referenceOf(const fs::path& path, bool isLossless) {
    const fs::path folder = path.parent_path();
    const std::string name = path.filename().string();
    const std::string kind = name.substr(0, name.rfind('_') + 1); // "f16_" of "f16_zip.exr"
    for (const fs::path& reference :
         {folder / ("decompressed_" + name), folder / (path.stem().string() + "_ground_truth.exr"),
          isLossless ? folder / (kind + "uncompressed.exr") : fs::path()})
        if (!reference.empty() && fs::exists(reference))
            return reference;
    return {};
}

// "decompressed_b44.exr" beside "b44.exr": what the codec makes of the picture, decoded elsewhere.
TEST(Samples, compressed_files_equal_their_decoded_references) {
    int pairs = 0;
    int rounded = 0;
    for (const fs::path& path : filesUnder(samplesDir())) {
        const std::string name = path.filename().string();
        const bool isLossless = name.ends_with("zip.exr") || name.ends_with("zips.exr") ||
                                name.ends_with("rle.exr") || name.ends_with("piz.exr");
        const fs::path reference = referenceOf(path, isLossless);
        if (path.extension() != ".exr" || reference.empty())
            continue;
        ++pairs;
        const LoadedImage ours = readImage(path, asStored());
        const LoadedImage expected = readImage(reference, asStored());
        const std::string difference = differenceOf(ours.image, expected.image, true);
        if (name.starts_with("dwa") && !difference.empty()) {
            ++rounded;
            expectDwaIsNoWorse(ours.image, expected.image, path);
        } else {
            EXPECT_EQ(difference, "") << path;
        }
        if (isLossless && typesOf(path) == typesOf(reference)) {
            EXPECT_EQ(ours.image.samples, expected.image.samples) << path;
        }
    }
    std::cout << pairs << " files compared with their references; of these " << rounded
              << " of DWA differ by rounding\n";
    EXPECT_GT(pairs, 0);
}
