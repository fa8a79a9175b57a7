#include "core/session/train/allowed_programs.h"

#include "core/base/error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace unlit;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class AllowedPrograms : public testing::Test {
protected:
    AllowedPrograms() {
        ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
        recipe.run.baseDataDir = "/sets";
        config::HookConfig command;
        command.name = "tell";
        command.command = {"python3", "tell me.py"};
        config::HookConfig library;
        library.name = "own";
        library.sharedLibrary = "../hooks/own.so";
        config::HookConfig builtIn;
        builtIn.name = "norms";
        recipe.hooks = {command, library, builtIn, command};
        recipe.on.best = {"notify-send", "best"};
    }

    ~AllowedPrograms() override { ::unsetenv("XDG_CONFIG_HOME"); }

    test::TempFolder folder;
    config::TrainConfig recipe;
};

} // namespace

TEST_F(AllowedPrograms, are_named_by_words_folder_and_path) {
    EXPECT_THAT(programsOf(recipe),
                ElementsAre(R"(in /sets: ["notify-send","best"])",
                            R"(in /sets: ["python3","tell me.py"])", "library /hooks/own.so"));
    EXPECT_THAT(programsOf(config::TrainConfig()), IsEmpty());
}

TEST_F(AllowedPrograms, are_asked_for_once) {
    EXPECT_THAT(programsToAllow(recipe), SizeIs(3));
    EXPECT_THROW(requireAllowedPrograms(recipe), Error);
    allowPrograms(programsToAllow(recipe));
    EXPECT_THAT(programsToAllow(recipe), IsEmpty());
    requireAllowedPrograms(recipe);
    recipe.hooks[0].command.emplace_back("--loud");
    EXPECT_THAT(programsToAllow(recipe), SizeIs(1)) << "other words, another program";
    allowPrograms(programsToAllow(recipe));
    recipe.hooks[0].command.pop_back();
    EXPECT_THAT(programsToAllow(recipe), IsEmpty()) << "what was allowed before stays so";
    recipe.run.baseDataDir = "/elsewhere";
    EXPECT_THAT(programsToAllow(recipe), SizeIs(2))
        << "another folder, other scripts of that name; the library is the same";
}

TEST_F(AllowedPrograms, a_file_that_is_no_list_allows_nothing) {
    std::filesystem::create_directories(folder / "unlit");
    for (const char* text : {"", "true", "{\"a\": 1}", "[1, null]", "[\"in /sets"}) {
        std::ofstream(folder / "unlit/allowed_programs.json") << text;
        EXPECT_THAT(programsToAllow(recipe), SizeIs(3)) << text;
    }
    allowPrograms(programsToAllow(recipe));
    EXPECT_THAT(programsToAllow(recipe), IsEmpty());
}

TEST_F(AllowedPrograms, words_that_steer_a_terminal_are_shown_harmlessly) {
    recipe.hooks[0].command = {"a\x1b[2Jb", "c\nd"};
    for (const std::string& line : programsOf(recipe))
        EXPECT_EQ(line.find_first_of("\x1b\n"), std::string::npos) << line;
}
