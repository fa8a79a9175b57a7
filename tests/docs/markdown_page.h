// A page of our documents: its headings as anchors, its links, its fenced blocks.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace unlit::test {

/// Between two lines of ``` in a page.
struct FencedBlock {
    std::string language; ///< the first word behind ```: "sh"
    std::string mark;     ///< the other words: "run"
    int line = 0;         ///< of the first line of its text, from 1
    std::string text;
};

struct MarkdownLink {
    std::string target; ///< as written: "colour.md#what-the-network-sees"
    int line = 0;
    bool isImage = false;
};

struct MarkdownPage {
    std::filesystem::path file;
    std::set<std::string> anchors; ///< of its headings, as GitHub makes them
    std::vector<MarkdownLink> links;
    std::vector<FencedBlock> blocks;
    std::vector<std::string> inlineCode; ///< what stands between backticks
};

/// Precondition: the file can be read.
MarkdownPage readMarkdown(const std::filesystem::path& file);

/// Every *.md of the source tree but for those in build folders, sorted.
std::vector<std::filesystem::path> allPages();

std::filesystem::path sourceFolder();

} // namespace unlit::test
