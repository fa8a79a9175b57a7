#include "ui/screenshot/sample_data.h"

#include "core/image/image_file.h"
#include "core/session/data/synthesize_dataset.h"
#include "ui/kit/text.h"
#include "ui/screenshot/wait_until.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kPairs = 18;
constexpr int kPairSidePx = 64;

fs::path fileOf(const fs::path& set, const char* part, int index) {
    const std::string digits = std::to_string(index);
    return set / part / (std::string(6 - digits.size(), '0') + digits + ".exr");
}

void overwrite(const fs::path& file, const Image& image) {
    writeImage(file, image, {.format = FileFormat::Exr, .overwrite = true});
}

/// What renders come with in practice.
void spoil(const fs::path& set) {
    for (const int index : {5, 11}) {
        Image black = readImage(fileOf(set, "albedo", index)).image;
        std::ranges::fill(black.samples, 0.0F);
        overwrite(fileOf(set, "albedo", index), black);
    }
    const Image beauty = readImage(fileOf(set, "beauty", 9)).image;
    overwrite(fileOf(set, "beauty", 9), readImage(fileOf(set, "albedo", 9)).image);
    overwrite(fileOf(set, "albedo", 9), beauty);
    for (const char* part : {"beauty", "albedo", "mask"})
        fs::copy_file(fileOf(set, part, 2), fileOf(set, part, 12),
                      fs::copy_options::overwrite_existing);
    overwrite(fileOf(set, "albedo", 14),
              makeImage(kPairSidePx / 2, kPairSidePx / 2, {"R", "G", "B"}, ColorSpace::Linear));
    Image bright = readImage(fileOf(set, "albedo", 15)).image;
    for (float& sample : bright.samples)
        sample *= 4;
    overwrite(fileOf(set, "albedo", 15), bright);
    fs::resize_file(fileOf(set, "beauty", 16), 900);
    fs::create_directories(set / "normal");
    fs::copy_file(fileOf(set, "albedo", 0), fileOf(set, "normal", 0));
    std::ofstream(set / "readme.txt") << "rendered on the farm\n";
}

} // namespace

void SampleData::write() {
    if (std::exchange(m_isWritten, true))
        return;
    const fs::path set = toPath(m_folder.filePath(QStringLiteral("renders")));
    SynthesisOptions options;
    options.output = set;
    options.count = kPairs;
    options.size = kPairSidePx;
    options.samples = 1;
    options.seed = 11;
    synthesizeDataset(options, [](const SynthesisProgress&) {}, {});
    spoil(set);
}

QString SampleData::folderOf(const QString& set) {
    if (!set.isEmpty())
        return set;
    write();
    return m_folder.filePath(QStringLiteral("renders"));
}

void SampleData::makeBusy(MainWindow& window, const QString& set) {
    DataPage& page = window.dataPage();
    page.open(toPath(folderOf(set)));
    waitUntil([&] { return page.set().isOpen() && page.model().thumbnailCount() > 3; });
}

void SampleData::fill(MainWindow& window, const QString& set) {
    DataPage& page = window.dataPage();
    page.open(toPath(folderOf(set)));
    waitUntil([&] { return page.set().isOpen(); });
    settle(window);
}

void SampleData::showFailure(MainWindow& window) {
    const fs::path list = toPath(m_folder.filePath(QStringLiteral("renders.txt")));
    std::ofstream(list) << "hall_beauty.exr hall_albedo.exr\nstairs_beauty.exr\n";
    window.dataPage().open(list);
    waitUntil([&] { return window.dataPage().set().isOpen(); });
}

void SampleData::showFaults(MainWindow& window) {
    DataPage& page = window.dataPage();
    page.shownPairs().setFilter({PairFilter::Kind::Faulty, {}});
    page.division().toggleQuarantine({page.filtered().sourceRow(page.filtered().index(0, 0))});
    page.shownPairs().grid().step(1);
    settle(window);
}

void SampleData::settle(MainWindow& window) {
    for (int i = 0; i < 3; ++i) // what is drawn orders small pictures, which are drawn
        waitUntil(
            [&, passes = 0]() mutable { return window.dataPage().isSettled() && ++passes > 20; });
}

} // namespace unlit::ui
