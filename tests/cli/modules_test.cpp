// Parts of the program that it opens when they are needed: most commands do without them, and one
// that is not there, of another build or broken is told in a sentence.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

using namespace unlit::test;
using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

const std::string kEngine = "libunlit_engine.so";
const std::string kFormats = "libunlit_formats.so";

/// A copy of the program in a folder of its own, at first without modules.
class Modules : public CommandTest {
protected:
    Modules() {
        fs::create_directories(path("lib/unlit"));
        fs::copy_file(UNLIT_PROGRAM, path("unlit"));
        take("libunlit.so");
    }

    std::string moduleFile(const std::string& name) const { return text("lib/unlit/" + name); }

    void take(const std::string& library) const {
        fs::copy_file(fs::path(UNLIT_PROGRAM).parent_path() / "lib/unlit" / library,
                      moduleFile(library));
    }

    ProcessResult run(const std::vector<std::string>& arguments) const {
        ProcessOptions options;
        options.folder = text("");
        options.program = text("unlit");
        return runUnlit(arguments, options);
    }

    ProcessResult makeModel() const { return run({"model", "random", "--like", "tiny", "made"}); }

    void expectDone(const std::vector<std::string>& arguments) const {
        const ProcessResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 0) << testing::PrintToString(arguments) << result.errors;
        EXPECT_NE(result.output, "") << testing::PrintToString(arguments);
    }

    /// Exit code 1, one line that names the file, what is the matter, and what to do.
    static void expectTold(const ProcessResult& result, const std::string& file,
                           const std::string& matter) {
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_EQ(result.output, "");
        EXPECT_TRUE(isOneLine(result.errors)) << result.errors;
        EXPECT_THAT(result.errors, AllOf(HasSubstr(file), HasSubstr(matter),
                                         HasSubstr("install the program again")));
    }

    std::string makeTarga() const {
        std::string bytes(18, '\0');
        bytes[2] = 2;  // true colour, not compressed
        bytes[12] = 1; // one pixel wide
        bytes[14] = 1; // and high
        bytes[16] = 24;
        return makeFile("a.tga", bytes + "\x10\x20\x30");
    }
};

} // namespace

TEST_F(Modules, words_about_the_program_need_none) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"--version"},
                                               {"--help"},
                                               {"infer", "--help"},
                                               {"train", "--help"},
                                               {"man"},
                                               {"docs"},
                                               {"config", "docs"},
                                               {"completion", "bash"},
                                               {"completion", "zsh"},
                                               {"completion", "fish"}})
        expectDone(words);
    const ProcessResult mistake = run({"infr"});
    EXPECT_EQ(mistake.exitCode, 2);
    EXPECT_THAT(mistake.errors, HasSubstr("did you mean infer?"));
}

TEST_F(Modules, files_are_looked_at_without_them) {
    const std::string picture = makePicture("hall_beauty.exr");
    const std::string recipe = makeFile("a.yaml", "model: {pretrained_path: m}\n"
                                                  "dataset:\n"
                                                  "  train: {dir: t, filenames: l}\n"
                                                  "  val: [{dir: v, filenames: l}]\n"
                                                  "  vis: [{dir: w, filenames: l}]\n");
    const std::string pairs = fs::path(makePicture("set/hall_beauty.exr")).parent_path().string();
    makePicture("set/hall_albedo.exr");
    EXPECT_EQ(run({"config", "check", recipe}).exitCode, 0);
    expectDone({"config", "show", recipe});
    expectDone({"image", "info", picture});
    EXPECT_EQ(run({"image", "convert", picture, text("a.png")}).exitCode, 0);
    expectDone({"image", "info", text("a.png")});
    expectDone({"dataset", "scan", pairs});
    expectDone({"model", "info", model()});
    EXPECT_EQ(run({"model", "list"}).exitCode, 0);
}

TEST_F(Modules, the_engine_is_found_beside_the_library_wherever_that_was_copied) {
    take(kEngine);
    const ProcessResult result = makeModel();
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_TRUE(fs::exists(path("made/model_index.json")));
}

// Errors that the engine throws are caught outside of it by their kind.
TEST_F(Modules, what_the_engine_refuses_is_told_as_ever) {
    take(kEngine);
    makeFile("made/mine.txt", "x");
    const ProcessResult result = makeModel();
    ProcessOptions here;
    here.folder = text("");
    const ProcessResult linked = runUnlit({"model", "random", "--like", "tiny", "made"}, here);
    EXPECT_EQ(result.exitCode, linked.exitCode);
    EXPECT_EQ(result.errors, linked.errors);
    EXPECT_THAT(result.errors, HasSubstr("made"));
}

TEST_F(Modules, an_engine_that_is_missing_is_told) {
    expectTold(makeModel(), moduleFile(kEngine), "missing");
    EXPECT_FALSE(fs::exists(path("made")));
    const ProcessResult infer = run(
        {"infer", makePicture("a.exr"), "--model", model(), "--output", text("out"), "--quiet"});
    EXPECT_EQ(infer.exitCode, 1);
    EXPECT_THAT(infer.errors, HasSubstr(moduleFile(kEngine)));
    EXPECT_EQ(filesIn("out"), std::vector<std::string>());
}

TEST_F(Modules, an_engine_of_another_version_is_told) {
    fs::copy_file(UNLIT_OTHER_MODULE, moduleFile(kEngine));
    const ProcessResult result = makeModel();
    expectTold(result, moduleFile(kEngine), "of version 0.0.0-other");
}

TEST_F(Modules, an_engine_that_is_no_library_is_told) {
    makeFile("lib/unlit/" + kEngine, std::string(5000, 'x'));
    expectTold(makeModel(), moduleFile(kEngine), "cannot be loaded");
}

TEST_F(Modules, memory_that_does_not_suffice_for_an_engine_is_told_as_that) {
    take(kEngine);
    ProcessOptions options;
    options.folder = text("");
    options.program = "/bin/sh";
    const ProcessResult result =
        runUnlit({"-c", "ulimit -v 262144; exec ./unlit model random --like tiny made"}, options);
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_TRUE(isOneLine(result.errors)) << result.errors;
    EXPECT_THAT(result.errors,
                AllOf(HasSubstr("the memory does not suffice"), HasSubstr("ulimit -v")));
    EXPECT_FALSE(fs::exists(path("made")));
}

TEST_F(Modules, a_library_that_is_no_module_is_told) {
    fs::copy_file(moduleFile("libunlit.so"), moduleFile(kEngine));
    expectTold(makeModel(), moduleFile(kEngine), "is not the engine");
}

TEST_F(Modules, an_engine_that_was_cut_off_is_told) {
    take(kEngine);
    const std::uintmax_t whole = fs::file_size(moduleFile(kEngine));
    for (const std::uintmax_t size :
         {whole - 1, whole / 2, std::uintmax_t{5000}, std::uintmax_t{40}, std::uintmax_t{0}}) {
        SCOPED_TRACE(size);
        fs::resize_file(moduleFile(kEngine), size);
        expectTold(makeModel(), moduleFile(kEngine), "cannot be loaded");
    }
}

TEST_F(Modules, a_format_that_needs_one_opens_it_alone) {
    const std::string picture = makeTarga();
    expectTold(run({"image", "info", picture}), moduleFile(kFormats), "missing");
    take(kFormats);
    const ProcessResult result = run({"image", "info", picture});
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("1 x 1 pixels"));
}
