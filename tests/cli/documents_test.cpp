// Completion, man page and docs/commands.md come from the descriptions of the verbs.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

namespace {

class Documents : public CommandTest {
protected:
    /// What bash offers after these words; the last one is being typed.
    std::vector<std::string> complete(const std::vector<std::string>& words) {
        const std::string script = makeFile("completion", runUnlit({"completion", "bash"}).output);
        std::string command = "source '" + script + "'; COMP_WORDS=(";
        for (const std::string& word : words)
            command += " '" + word + "'";
        command += "); COMP_CWORD=" + std::to_string(words.size() - 1) +
                   "; _unlit; printf '%s\\n' \"${COMPREPLY[@]}\"";
        const std::string file = makeFile("ask.bash", command);
        FILE* pipe = popen(("bash '" + file + "'").c_str(), "r");
        std::array<char, 4096> buffer{};
        std::string text;
        while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr)
            text += buffer.data();
        EXPECT_EQ(pclose(pipe), 0);
        std::istringstream lines(text);
        std::vector<std::string> offers;
        for (std::string line; std::getline(lines, line);)
            if (!line.empty())
                offers.push_back(line);
        return offers;
    }
};

} // namespace

TEST_F(Documents, completion_offers_verbs_flags_and_values) {
    EXPECT_THAT(complete({"unlit", "in"}), ElementsAre("infer", "info"));
    EXPECT_THAT(complete({"unlit", "image", ""}), IsSupersetOf({"info", "convert"}));
    EXPECT_THAT(complete({"unlit", "infer", "--re"}),
                ElementsAre("--reduction", "--resample", "--resize-convention"));
    EXPECT_THAT(complete({"unlit", "infer", "x.exr", "--reduction", ""}),
                ElementsAre("median", "mean"));
    EXPECT_THAT(complete({"unlit", "infer", "--device", "c"}), ElementsAre("cpu", "cuda"));
    EXPECT_THAT(complete({"unlit", "model", "random", "--like", "t"}), ElementsAre("tiny"));
}

TEST_F(Documents, man_page_has_every_flag_of_infer) {
    const ProcessResult page = runUnlit({"man"});
    EXPECT_EQ(page.exitCode, 0);
    EXPECT_THAT(page.output, testing::StartsWith(".TH UNLIT 1"));
    for (const char* part : {"\\-\\-processing\\-res", "\\-\\-concat\\-order", ".SH EXIT STATUS",
                             "unlit image convert", "Default: 2024"})
        EXPECT_THAT(page.output, HasSubstr(part));
}

TEST_F(Documents, commands_page_in_docs_is_what_the_program_prints) {
    std::ifstream stream(UNLIT_SOURCE_DIR "/docs/commands.md");
    std::stringstream page;
    page << stream.rdbuf();
    EXPECT_EQ(page.str(), runUnlit({"docs"}).output)
        << "run: build/release/unlit docs > docs/commands.md";
}

TEST_F(Documents, texts_come_as_json_too) {
    const ProcessResult result = runUnlit({"completion", "bash", "--json"});
    EXPECT_EQ(objectOf(result)["text"], runUnlit({"completion", "bash"}).output);
}

TEST_F(Documents, zsh_completion_has_every_verb_and_quotes_what_its_fields_end_with) {
    const std::string script = runUnlit({"completion", "zsh"}).output;
    EXPECT_THAT(script, testing::StartsWith("#compdef unlit\n"));
    EXPECT_THAT(script, HasSubstr("'infer:"));
    EXPECT_THAT(script, HasSubstr("\"unlit model list\") command=\"unlit model list\" last=$i ;;"));
    EXPECT_THAT(script, HasSubstr(":median|mean:(median mean)'"));
    EXPECT_THAT(script, HasSubstr("'--output["));
    EXPECT_THAT(script, HasSubstr(":DIR:_files -/'"));
    // Brackets of "cuda[:N]" are no end of a description.
    EXPECT_THAT(script, HasSubstr("cpu|cuda\\[\\:N\\]"));
}

TEST_F(Documents, fish_completion_has_every_verb_and_its_values) {
    const std::string script = runUnlit({"completion", "fish"}).output;
    EXPECT_THAT(script, HasSubstr("complete -c unlit -n '__unlit_is unlit' -a 'infer' -d "));
    EXPECT_THAT(script, HasSubstr("complete -c unlit -n '__unlit_is unlit infer' -l reduction -x "
                                  "-a 'median mean' -d "));
    EXPECT_THAT(script, HasSubstr("-l output -x -a '(__fish_complete_directories"));
}

TEST_F(Documents, completion_for_a_shell_that_is_not_known_names_those_that_are) {
    const ProcessResult run = runUnlit({"completion", "tcsh"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr("bash, zsh or fish"));
}
