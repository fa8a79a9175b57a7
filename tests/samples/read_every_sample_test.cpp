#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/image_file.h"
#include "tests/samples/guarded_child.h"
#include "tests/samples/sample_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

// "ok …", "refused …", "unknown …" or "wrong …": what the parent counts.
std::string readOne(const fs::path& path) {
    try {
        const ImageInfo info = readImageInfo(path);
        const LoadedImage picture = readImage(path);
        const Image& image = picture.image;
        if (image.width != info.width || image.height != info.height)
            return "wrong: info says " + std::to_string(info.width) + "x" +
                   std::to_string(info.height) + ", the picture is " + std::to_string(image.width) +
                   "x" + std::to_string(image.height);
        if (image.channelCount() != 3 || image.samples.size() != 3 * image.planeSize() ||
            (!image.mask.empty() && image.mask.size() != image.planeSize()))
            return "wrong: planes of the wrong size";
        return "ok " + std::to_string(image.width) + "x" + std::to_string(image.height) + " " +
               std::string(toString(image.space)) + " [" + picture.layer + "] " +
               picture.spaceReason;
    } catch (const Error& error) {
        const std::string text = error.what();
        if (error.kind() == ErrorKind::Internal ||
            text.find(path.filename().string()) == std::string::npos ||
            text.find('\n') != std::string::npos)
            return "wrong: bad sentence: " + text;
        const bool isUnknown = error.kind() == ErrorKind::Unsupported &&
                               (text.find("this program does not read") != std::string::npos ||
                                text.find("that this program knows") != std::string::npos);
        return (isUnknown ? "unknown (" : "refused (") + std::string(toString(error.kind())) +
               "): " + text;
    }
}

struct ReadingCounts {
    int decoded = 0;
    int refused = 0;
    int unknown = 0;
    int failed = 0;
};

} // namespace

TEST(Samples, every_file_is_a_picture_or_one_clear_error_in_bounded_time_and_memory) {
    const fs::path root = samplesDir();
    ASSERT_TRUE(fs::is_directory(root)) << root;
    const char* reportPath = std::getenv("UNLIT_SAMPLES_REPORT");
    std::ofstream report(reportPath != nullptr ? reportPath : "/dev/null");
    std::map<std::string, ReadingCounts> sets;
    double slowest = 0;
    std::uint64_t largest = 0;
    const std::vector<fs::path> files = filesUnder(root);
    for (const fs::path& path : files) {
        const fs::path relative = path.lexically_relative(root);
        const ChildResult result = runGuarded([&] { return readOne(path); }, {});
        ReadingCounts& counts = sets[setOf(path)];
        const std::string outcome = result.failure.empty() ? result.output : result.failure;
        if (outcome.starts_with("ok "))
            ++counts.decoded;
        else if (outcome.starts_with("refused "))
            ++counts.refused;
        else if (outcome.starts_with("unknown "))
            ++counts.unknown;
        else {
            ++counts.failed;
            ADD_FAILURE() << relative << ": " << outcome;
        }
        report << relative.string() << '\t' << outcome << '\t' << result.seconds << '\t'
               << (result.peakBytes >> 20U) << '\n';
        slowest = std::max(slowest, result.seconds);
        largest = std::max(largest, result.peakBytes);
    }
    ASSERT_FALSE(files.empty()) << "no files under " << root;
    for (const auto& [name, counts] : sets)
        std::cout << name << ": " << counts.decoded << " decoded, " << counts.refused
                  << " refused, " << counts.unknown << " unknown, " << counts.failed << " failed\n";
    std::cout << files.size() << " files, slowest " << slowest << " s, most memory "
              << formatBytes(largest) << "\n";
}
