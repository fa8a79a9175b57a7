// Runs the blocks of the documents that are marked as runnable, as somebody in a fresh copy of the
// source folder would: page by page, block by block, in one folder, with the programs in the path.
#include "tests/docs/markdown_page.h"
#include "tests/support/file_text.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace unlit::test;
namespace fs = std::filesystem;

namespace {

bool hasWord(const std::string& text, const std::string& word) {
    std::istringstream words(text);
    for (std::string each; words >> each;)
        if (each == word)
            return true;
    return false;
}

/// In a build without the studio its blocks are no part of the documents.
bool isRunnable(const FencedBlock& block) {
    return block.language == "sh" && hasWord(block.mark, "run") &&
           (UNLIT_HAS_STUDIO || !hasWord(block.mark, "studio"));
}

/// Relative paths of pages with runnable blocks; one long block makes its page a long one.
std::vector<std::string> runnablePages() {
    std::vector<std::string> pages;
    for (const fs::path& file : allPages()) {
        bool runs = false;
        bool isLong = false;
        for (const FencedBlock& block : readMarkdown(file).blocks) {
            runs = runs || isRunnable(block);
            isLong = isLong || (isRunnable(block) && hasWord(block.mark, "long"));
        }
        if (runs && isLong == bool(UNLIT_LONG_PAGES))
            pages.push_back(fs::relative(file, sourceFolder()).string());
    }
    return pages;
}

class DocumentPage : public testing::TestWithParam<std::string> {
protected:
    DocumentPage() {
        fs::create_directories(m_folder / "bin");
        for (const char* part : {"configs", "resources"})
            fs::create_directory_symlink(sourceFolder() / part, m_folder / part);
        fs::create_symlink(UNLIT_PROGRAM, m_folder / "bin" / "unlit");
        if (UNLIT_HAS_STUDIO)
            fs::create_symlink(UNLIT_STUDIO_PROGRAM, m_folder / "bin" / "unlit-studio");
    }

    ~DocumentPage() override { fs::remove_all(m_folder); }

    /// The exit code. Settings and caches of whoever runs the tests stay out of it.
    int run(const std::string& text) const {
        std::ofstream(m_folder / "bin" / "block.sh") << text;
        const std::string home = (m_folder / "bin" / "home").string();
        const std::string command =
            "cd '" + m_folder.string() + "' && env -u XDG_CONFIG_HOME -u XDG_DATA_HOME " +
            "-u XDG_STATE_HOME -u XDG_CACHE_HOME -u HF_HOME -u HF_HUB_CACHE HOME='" + home +
            "' PATH=\"$PWD/bin:$PATH\" QT_QPA_PLATFORM=offscreen bash -euo pipefail " +
            "bin/block.sh > bin/log 2>&1 < /dev/null";
        return std::system(command.c_str());
    }

    std::string log() const { return textOf(m_folder / "bin" / "log"); }

private:
    fs::path m_folder = fs::path(testing::TempDir()) / "page";
};

} // namespace

TEST_P(DocumentPage, RunsAsItIsWritten) {
    const fs::path file = sourceFolder() / GetParam();
    int blocks = 0;
    for (const FencedBlock& block : readMarkdown(file).blocks) {
        if (!isRunnable(block))
            continue;
        ++blocks;
        ASSERT_EQ(run(block.text), 0) << GetParam() << ":" << block.line << "\n"
                                      << block.text << "\n"
                                      << log();
    }
    EXPECT_GT(blocks, 0);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DocumentPage);

INSTANTIATE_TEST_SUITE_P(Documents, DocumentPage, testing::ValuesIn(runnablePages()),
                         [](const testing::TestParamInfo<std::string>& page) {
                             std::string name;
                             for (const char letter : page.param)
                                 name += std::isalnum(static_cast<unsigned char>(letter)) != 0
                                             ? letter
                                             : '_';
                             return name;
                         });
