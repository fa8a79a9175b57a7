// What documents tell people to type names verbs and options that there are.
#include "tests/docs/command_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

VerbTable verbs() {
    return readVerbs(readMarkdown(sourceFolder() / "docs" / "commands.md"));
}

} // namespace

TEST(Commands, OfTheDocumentsHaveVerbsAndOptionsThatThereAre) {
    const VerbTable known = verbs();
    int calls = 0;
    const auto check = [&](const std::string& text, const std::string& where) {
        for (const std::vector<std::string>& words : callsIn(text)) {
            ++calls;
            EXPECT_THAT(faultOfCall(known, words), IsEmpty()) << where;
        }
    };
    for (const auto& file : allPages()) {
        if (file.filename() == "CHANGELOG.md")
            continue; // of what was, too
        const MarkdownPage page = readMarkdown(file);
        for (const FencedBlock& block : page.blocks)
            check(block.text, file.string() + ":" + std::to_string(block.line));
        for (const std::string& code : page.inlineCode)
            check(code, file.string());
    }
    EXPECT_GT(calls, 100);
}

TEST(Commands, AreFoundInShellText) {
    EXPECT_THAT(callsIn("# unlit gone\nunlit infer a.exr \\\n  --model DIR # unlit no\n"
                        "cd x && unlit image info b | unlit man"),
                ElementsAre(ElementsAre("infer", "a.exr", "--model", "DIR"),
                            ElementsAre("image", "info", "b"), ElementsAre("man")));
}

TEST(Commands, FaultsAreFound) {
    const VerbTable known = verbs();
    EXPECT_THAT(faultOfCall(known, {"infer", "a", "--output", "o", "--no-dither"}), IsEmpty());
    EXPECT_THAT(faultOfCall(known, {"infer", "--outputs", "o"}), HasSubstr("--outputs"));
    EXPECT_THAT(faultOfCall(known, {"image", "inform", "x"}), HasSubstr("image inform"));
    EXPECT_THAT(faultOfCall(known, {"train", "--resume_run", "x"}), IsEmpty());
    EXPECT_THAT(faultOfCall(known, {"image", "info", "--output", "x"}), HasSubstr("--output"));
}
