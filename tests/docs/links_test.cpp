// Every link and picture in the documents leads somewhere, and every page is found from an index.
#include "tests/docs/markdown_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

using namespace unlit::test;
namespace fs = std::filesystem;

namespace {

bool isElsewhere(const std::string& target) {
    return target.starts_with("http://") || target.starts_with("https://") ||
           target.starts_with("mailto:");
}

/// What is wrong with a link of this page; "" = nothing.
std::string faultOf(const MarkdownPage& page, const MarkdownLink& link) {
    if (isElsewhere(link.target))
        return {};
    const std::size_t mark = std::min(link.target.find('#'), link.target.size());
    const std::string path = link.target.substr(0, mark);
    const std::string anchor = link.target.substr(std::min(mark + 1, link.target.size()));
    const fs::path file = path.empty() ? page.file : page.file.parent_path() / path;
    if (fs::path(path).is_absolute())
        return "is no relative path";
    if (!fs::exists(file))
        return "does not exist";
    if (link.isImage && (!fs::is_regular_file(file) || fs::file_size(file) == 0))
        return "is no picture";
    if (!anchor.empty() && file.extension() == ".md" &&
        !readMarkdown(file).anchors.contains(anchor))
        return "names no heading there";
    return {};
}

/// Pages that this one links to, as canonical paths.
std::vector<fs::path> linkedFrom(const fs::path& index) {
    std::vector<fs::path> files;
    for (const MarkdownLink& link : readMarkdown(index).links)
        if (!isElsewhere(link.target))
            files.push_back(fs::weakly_canonical(index.parent_path() /
                                                 link.target.substr(0, link.target.find('#'))));
    return files;
}

void expectIndexed(const fs::path& folder) {
    const std::vector<fs::path> linked = linkedFrom(folder / "README.md");
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".md" || entry.path().filename() == "README.md")
            continue;
        EXPECT_THAT(linked, testing::Contains(fs::canonical(entry.path())))
            << "add it to " << folder / "README.md";
    }
}

fs::path makePage(const std::string& text) {
    const fs::path file = fs::path(testing::TempDir()) / "page.md";
    std::ofstream(file) << text;
    return file;
}

} // namespace

TEST(Links, LeadToFilesPicturesAndHeadingsThatExist) {
    int links = 0;
    for (const fs::path& file : allPages()) {
        const MarkdownPage page = readMarkdown(file);
        for (const MarkdownLink& link : page.links) {
            ++links;
            const std::string fault = faultOf(page, link);
            EXPECT_TRUE(fault.empty())
                << file.string() << ":" << link.line << ": " << link.target << " " << fault;
        }
    }
    EXPECT_GT(links, 50);
}

TEST(Links, EveryPageIsInItsIndex) {
    expectIndexed(sourceFolder() / "docs");
    expectIndexed(sourceFolder() / "docs" / "adr");
    EXPECT_THAT(linkedFrom(sourceFolder() / "README.md"),
                testing::Contains(fs::canonical(sourceFolder() / "docs" / "README.md")));
}

TEST(Links, EveryPictureOfTheDocumentsIsShownSomewhere) {
    std::vector<fs::path> shown;
    for (const fs::path& file : allPages())
        std::ranges::copy(linkedFrom(file), std::back_inserter(shown));
    for (const fs::directory_entry& entry :
         fs::directory_iterator(sourceFolder() / "docs" / "images"))
        EXPECT_THAT(shown, testing::Contains(fs::canonical(entry.path())));
}

TEST(Links, FaultsAreFound) {
    const MarkdownPage page =
        readMarkdown(makePage("# One *thing*: `x_y`\n"
                              "## Again\n## Again\n"
                              "[a](#one-thing-x_y) [b](#again-1) [c](page.md)\n"
                              "[d](#again-2) ![e](none.png) [f](gone.md#x)\n"
                              "`[g](in-code.md)`\n```\n[h](fenced.md)\n```\n"
                              "[![i](page.md)](missing.md) <img src=\"j.png\">\n"));
    std::vector<std::string> faulty;
    for (const MarkdownLink& link : page.links)
        if (!faultOf(page, link).empty())
            faulty.push_back(link.target);
    EXPECT_THAT(faulty, testing::UnorderedElementsAre("#again-2", "none.png", "gone.md#x",
                                                      "missing.md", "j.png"));
    EXPECT_EQ(page.links.size(), 9U);
}
