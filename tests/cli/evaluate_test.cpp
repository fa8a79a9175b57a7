// `unlit evaluate`: tables, files, exit codes.
#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"
#include "tests/core/data/test_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

using namespace unlit;
using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class EvaluateVerb : public CommandTest {
protected:
    /// A list of that many pairs of 64 x 48; the beauty is the albedo times a ramp of light.
    std::string makeSet(int pairs) const {
        return writeScenes(path("set"), pairs, 64, 48).string();
    }

    /// A judgement file of one comparison, and a grey ramp as its picture.
    void judge(const std::string& id, const std::string& darker, bool hasPicture = true) const {
        std::filesystem::create_directories(path("iiw"));
        std::ofstream(path("iiw/" + id + ".json"))
            << R"({"intrinsic_points":[{"id":1,"x":0.1,"y":0.5,"opaque":true},)"
            << R"({"id":2,"x":0.9,"y":0.5,"opaque":true}],"intrinsic_comparisons":[)"
            << R"({"point1":1,"point2":2,"darker":")" << darker << R"(","darker_score":2.0}]})";
        if (!hasPicture)
            return;
        Image ramp = makeImage(20, 20, {"R", "G", "B"}, ColorSpace::Srgb);
        for (std::size_t i = 0; i < ramp.samples.size(); ++i)
            ramp.samples[i] = 0.2F + 0.03F * static_cast<float>(i % 20);
        writeImage(path("iiw/" + id + ".png"), ramp, {.format = FileFormat::Png8});
    }

    ProcessResult evaluate(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"evaluate", "--resamples", "200"});
        return runUnlit(arguments);
    }
};

const json& cellOf(const json& model, const std::string& scale, const std::string& region,
                   const std::string& space) {
    for (const json& cell : model["cells"])
        if (cell["scale"] == scale && cell["region"] == region && cell["space"] == space)
            return cell["metrics"];
    throw std::runtime_error("no such cell");
}

} // namespace

TEST_F(EvaluateVerb, compares_baselines_in_every_cell) {
    const std::string list = makeSet(3);
    const json object = objectOf(evaluate({"--dataset", list, "--json", "--model", "input",
                                           "constant", "grey-retinex", "colour-retinex"}));
    EXPECT_EQ(object["unlit_evaluation"], 1);
    EXPECT_EQ(object["pictures"], 3);
    EXPECT_TRUE(object["failed"].empty());
    ASSERT_EQ(object["models"].size(), 4U);
    for (const json& model : object["models"]) {
        EXPECT_EQ(model["cells"].size(), 12U);
        EXPECT_EQ(model["per_picture"].size(), 3U);
        const json plain = cellOf(model, "none", "masked", "linear");
        EXPECT_TRUE(plain["lmse"]["mean"].is_null());
        EXPECT_GT(plain["mse"]["mean"], 0);
        EXPECT_LE(cellOf(model, "one", "masked", "linear")["mse"]["mean"], plain["mse"]["mean"]);
        EXPECT_GT(cellOf(model, "one", "masked", "linear")["lmse"]["mean"], 0);
        EXPECT_EQ(plain["mse"].contains("difference"), model["name"] != "input");
    }
}

TEST_F(EvaluateVerb, runs_a_network_and_writes_a_whole_report) {
    const std::string list = makeSet(2);
    const ProcessResult run =
        evaluate({"--dataset", list, "--model", model(), "--model", "input", "--steps", "1",
                  "--processing-res", "64", "--encoding", "gamma22", "--output", text("out")});
    EXPECT_EQ(run.exitCode, 0) << run.errors;
    for (const char* part : {"2 of 2 pictures; encoded = gamma22", "no scale, all pixels, encoded",
                             "difference", "psnr, ssim as in Marigold-IID appearance"})
        EXPECT_THAT(run.output, HasSubstr(part));
    EXPECT_THAT(filesIn("out"), ElementsAre("contact_sheet.png", "evaluation.csv",
                                            "evaluation.json", "evaluation_pictures.csv"));
    const Image sheet = readImage(path("out/contact_sheet.png")).image;
    EXPECT_EQ(sheet.width, 8 + 4 * 200) << "input, model, input, truth";
    std::ifstream csv(path("out/evaluation_pictures.csv"));
    std::ostringstream text;
    text << csv.rdbuf();
    EXPECT_EQ(std::ranges::count(text.str(), '\n'), 1 + 2 * 2 * 12);
}

TEST_F(EvaluateVerb, gives_the_same_report_twice_and_replaces_none_unasked) {
    const std::string list = makeSet(3);
    const std::vector<std::string> arguments = {"--dataset", list,       "--model",  "input",
                                                "constant",  "--output", text("out")};
    ASSERT_EQ(evaluate(arguments).exitCode, 0);
    const auto bytes = [&](const char* name) {
        std::ifstream file(path(std::string("out/") + name), std::ios::binary);
        std::ostringstream read;
        read << file.rdbuf();
        return read.str();
    };
    const std::string before = bytes("evaluation.csv");
    const ProcessResult again = evaluate(arguments);
    EXPECT_EQ(again.exitCode, 1);
    EXPECT_THAT(again.errors, HasSubstr("evaluation.json exists already"));
    std::vector<std::string> forced = arguments;
    forced.insert(forced.end(), {"--overwrite", "--workers", "1"});
    ASSERT_EQ(evaluate(forced).exitCode, 0);
    EXPECT_EQ(bytes("evaluation.csv"), before);
}

TEST_F(EvaluateVerb, names_a_broken_picture_and_measures_the_rest) {
    const std::string list = makeSet(3);
    makeFile("set/p1_albedo.exr", "no picture");
    const ProcessResult run = evaluate({"--dataset", list, "--model", "input", "constant"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("p1_albedo.exr"));
    EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
    EXPECT_THAT(run.output, HasSubstr("2 of 3 pictures"));
    const json object =
        objectOf(evaluate({"--dataset", list, "--model", "input", "constant", "--json"}));
    ASSERT_EQ(object["failed"].size(), 1U);
    EXPECT_EQ(object["failed"][0]["picture"], "p1_beauty.exr");
    EXPECT_EQ(object["pictures"], 2);
}

TEST_F(EvaluateVerb, measures_against_judgements_and_names_a_missing_picture) {
    judge("2", "1"); // the left is darker, and people say so
    judge("10", "2");
    judge("30", "E", false);
    const ProcessResult run =
        evaluate({"--judgements", text("iiw"), "--model", "input", "constant", "--json"});
    EXPECT_EQ(run.exitCode, 1);
    const json object = json::parse(run.output);
    EXPECT_EQ(object["models"][0]["whdr"]["mean"], 0.5);
    EXPECT_EQ(object["models"][0]["whdr"]["per_picture"]["2"], 0);
    EXPECT_EQ(object["models"][1]["whdr"]["mean"], 1) << "constant says that all are equal";
    EXPECT_EQ(object["models"][0]["whdr"]["darker_wrong"], 0.5);
    EXPECT_TRUE(object["models"][0]["whdr"]["equal_wrong"].is_null()) << "nobody said so";
    ASSERT_EQ(object["failed"].size(), 1U);
    EXPECT_THAT(object["failed"][0]["error"].get<std::string>(),
                HasSubstr("30.json has no picture 30.png beside it"));
    const json test = objectOf(evaluate(
        {"--judgements", text("iiw"), "--judgements-split", "test", "--model", "input", "--json"}));
    EXPECT_EQ(test["models"][0]["whdr"]["pictures"], 1) << "the first of every five, by number";
    EXPECT_TRUE(test["models"][0]["whdr"]["per_picture"].contains("2"));
}

TEST_F(EvaluateVerb, refuses_what_it_cannot_use) {
    const std::string list = makeSet(1);
    EXPECT_EQ(evaluate({"--dataset", list}).exitCode, 2);
    EXPECT_EQ(evaluate({"--model", "input"}).exitCode, 2);
    const ProcessResult typo = evaluate({"--dataset", list, "--model", "color-retinex"});
    EXPECT_EQ(typo.exitCode, 1);
    EXPECT_THAT(typo.errors, HasSubstr("did you mean colour-retinex?"));
    EXPECT_EQ(evaluate({"--dataset", text("none.txt"), "--model", "input"}).exitCode, 1);
    const ProcessResult target =
        evaluate({"--dataset", list, "--model", model(), "--target", "albdo"});
    EXPECT_EQ(target.exitCode, 1);
    EXPECT_THAT(target.errors, HasSubstr("did you mean \"albedo\"?"));
}

TEST_F(EvaluateVerb, several_processes_make_the_report_of_one) {
    const std::string list = makeSet(5);
    makeFile("set/p1_albedo.exr", "no picture");
    judge("2", "1");
    judge("10", "2");
    judge("30", "E", false);
    // One thread each: torch adds up in another order with another number of threads.
    setenv("OMP_NUM_THREADS", "1", 1);
    const auto report = [&](const std::string& folder, const std::string& processes) {
        return runUnlit({"evaluate", "--resamples", "200", "--dataset", list, "--judgements",
                         text("iiw"), "--model", "input", model(), "grey-retinex", "--steps", "1",
                         "--processing-res", "64", "--output", text(folder), "--processes",
                         processes},
                        {.isExecuted = true});
    };
    const ProcessResult one = report("one", "1");
    EXPECT_EQ(one.exitCode, 1) << "one picture cannot be read";
    for (const char* processes : {"2", "3"}) {
        const std::string folder = std::string("by") + processes;
        const ProcessResult several = report(folder, processes);
        EXPECT_EQ(several.exitCode, 1);
        EXPECT_EQ(several.errors.substr(0, several.errors.find("\nwrote")),
                  one.errors.substr(0, one.errors.find("\nwrote")));
        const auto bytes = [&](const std::string& of, const char* name) {
            std::ifstream file(path(of + "/" + name), std::ios::binary);
            std::ostringstream read;
            read << file.rdbuf();
            return read.str();
        };
        for (const char* name :
             {"evaluation.csv", "evaluation_pictures.csv", "contact_sheet.png"}) {
            EXPECT_FALSE(bytes("one", name).empty());
            EXPECT_EQ(bytes("one", name), bytes(folder, name)) << name;
        }
        json expected = json::parse(bytes("one", "evaluation.json"));
        json found = json::parse(bytes(folder, "evaluation.json"));
        for (json* object : {&expected, &found})
            for (json& model : (*object)["models"]) {
                model.erase("seconds_per_picture"); // measured
                for (json& picture : model["per_picture"])
                    picture.erase("seconds");
            }
        EXPECT_EQ(json::diff(expected, found).dump(), "[]");
    }
}

TEST_F(EvaluateVerb, processes_are_not_more_than_pictures_and_fail_in_one_sentence) {
    const std::string list = makeSet(2);
    const auto run = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"evaluate", "--dataset", list, "--output", text("out")});
        return runUnlit(more, {.isExecuted = true});
    };
    const ProcessResult many = run({"--model", "input", "--processes", "3"});
    EXPECT_EQ(many.exitCode, 1);
    EXPECT_THAT(many.errors, HasSubstr("unlit: 3 processes cannot share 2 pictures"));
    EXPECT_TRUE(isOneLine(many.errors)) << many.errors;
    const ProcessResult wrong = run({"--model", text("none"), "--processes", "2"});
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_TRUE(isOneLine(wrong.errors)) << wrong.errors;
    EXPECT_EQ(run({"--model", "input", "--processes", "0"}).exitCode, 2);
    EXPECT_EQ(run({"--model", "input", "--processes", "some"}).exitCode, 2);
    EXPECT_TRUE(filesIn("out").empty());
}

TEST_F(EvaluateVerb, a_killed_process_is_named_and_leaves_no_report) {
    const std::string list = makeSet(2);
    // Four hundred rounds of the same pictures: long enough to be killed in.
    std::ifstream lines(list);
    std::string once((std::istreambuf_iterator<char>(lines)), {});
    std::string often;
    for (int i = 0; i < 400; ++i)
        often += once;
    std::ofstream(list) << often;
    Process running({"evaluate", "--dataset", list, "--model", "colour-retinex", "--output",
                     text("out"), "--processes", "2"},
                    {.isExecuted = true});
    pid_t victim = 0;
    for (int look = 0; look < 1000 && victim == 0; ++look) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        victim = processWith("UNLIT_SHARE=1/2", list);
    }
    ASSERT_GT(victim, 0);
    kill(victim, SIGKILL);
    const ProcessResult result = running.wait();
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.errors, HasSubstr("process 1 of 2 was ended by signal 9"));
    EXPECT_TRUE(isOneLine(result.errors)) << result.errors;
    EXPECT_EQ(processWith("UNLIT_SHARE=0/2", list), 0) << "the other one is gone too";
    EXPECT_TRUE(filesIn("out").empty());
}
