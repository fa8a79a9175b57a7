// Faults of a disk at every place of what the program writes: nothing is half-written, what is
// wrong is said in a sentence, and the same command does its work afterwards.
#include "tests/cli/train_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

using namespace unlit::test;
namespace fs = std::filesystem;

namespace {

/// Names of files below a folder, and what is in them.
using Tree = std::map<std::string, std::string>;

/// A kind of call, what it fails with, and whether every one after it does, too.
struct Fault {
    const char* kind;
    int error;
    bool goesOn;

    std::string at(std::uintmax_t call) const {
        return std::string(kind) + ":" + std::to_string(error) + ":" + std::to_string(call) +
               (goesOn ? ":on" : "");
    }
};

constexpr Fault kFaults[] = {{"write", ENOSPC, true},
                             {"write", EIO, false},
                             {"sync", EIO, false},
                             {"rename", EACCES, false}};

/// A full disk makes a training wait, which is tested where it is done.
constexpr Fault kTrainingFaults[] = {
    {"write", EIO, false}, {"sync", EIO, false}, {"rename", EACCES, false}};

/// What a system may do to a program that is not to notice it.
constexpr const char* kHarmless[] = {"short", "interrupt", "clock"};

bool isEverywhere() {
    return std::getenv("UNLIT_ALL_FAULTS") != nullptr;
}

/// Which of so many calls fail: one in the middle, or some forty.
std::vector<std::uintmax_t> placesIn(std::uintmax_t calls) {
    constexpr std::uintmax_t kMost = 40;
    if (!isEverywhere())
        return calls == 0 ? std::vector<std::uintmax_t>() : std::vector{(calls + 1) / 2};
    std::vector<std::uintmax_t> places;
    const std::uintmax_t stride = std::max<std::uintmax_t>(1, calls / kMost);
    for (std::uintmax_t call = 1; call <= calls; call += stride)
        places.push_back(call);
    return places;
}

std::string bytesOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// What the program says of a place: each line is an error of its own.
void expectSentences(const std::string& errors, int number) {
    std::istringstream lines(errors);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        EXPECT_TRUE(line.starts_with("unlit: ")) << line;
        EXPECT_NE(line.find(std::strerror(number)), std::string::npos) << line;
        EXPECT_EQ(line.find(".part"), std::string::npos) << "a name that is no one's: " << line;
    }
    EXPECT_GT(count, 0);
}

class DiskFaults : public TrainCommandTest {
protected:
    ~DiskFaults() override {
        for (const char* name :
             {"LD_PRELOAD", "UNLIT_FAULT", "UNLIT_FAULT_UNDER", "UNLIT_FAULT_COUNTS"})
            unsetenv(name);
    }

    /// The program, of which what lies below work/ fails.
    ProcessResult run(const std::vector<std::string>& arguments, const std::string& fault) {
        setenv("LD_PRELOAD", UNLIT_FAULTS, 1);
        setenv("UNLIT_FAULT", fault.c_str(), 1);
        setenv("UNLIT_FAULT_UNDER", text("work").c_str(), 1);
        ProcessOptions options;
        options.isExecuted = true;
        options.folder = text("");
        Process process(arguments, options);
        unsetenv("LD_PRELOAD");
        return process.wait();
    }

    void clear() const {
        fs::remove_all(path("work"));
        fs::create_directories(path("work"));
    }

    /// Fails the test where there is anything that nobody asked for.
    Tree tree() const {
        Tree files;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path("work"))) {
            const std::string name = entry.path().lexically_relative(path("work")).string();
            EXPECT_EQ(name.find(".part"), std::string::npos) << name;
            if (entry.is_regular_file())
                files[name] = bytesOf(entry.path());
        }
        return files;
    }

    /// Calls of each kind that the command makes.
    std::uintmax_t callsOf(const char* kind) const {
        std::error_code none;
        const std::uintmax_t size = fs::file_size(path("counts") / kind, none);
        return none ? 0 : size;
    }

    ProcessResult runCounting(const std::vector<std::string>& arguments) {
        fs::remove_all(path("counts"));
        fs::create_directories(path("counts"));
        setenv("UNLIT_FAULT_COUNTS", text("counts").c_str(), 1);
        ProcessResult result = run(arguments, "");
        unsetenv("UNLIT_FAULT_COUNTS");
        return result;
    }

    static void expectSome(const Tree& found, const Tree& whole) {
        for (const auto& [name, bytes] : found) {
            const auto expected = whole.find(name);
            ASSERT_NE(expected, whole.end()) << name;
            EXPECT_TRUE(bytes == expected->second) << name << " is not what it would be";
        }
    }

    /// The command gives the same bytes each time, in files below work/ alone.
    void expectAllOrNothing(const std::vector<std::string>& arguments) {
        clear();
        const ProcessResult good = runCounting(arguments);
        ASSERT_EQ(good.exitCode, 0) << good.errors;
        const Tree whole = tree();
        ASSERT_FALSE(whole.empty());
        int failures = 0;
        for (const Fault& fault : kFaults)
            for (const std::uintmax_t call : placesIn(callsOf(fault.kind))) {
                SCOPED_TRACE(fault.at(call));
                clear();
                const ProcessResult result = run(arguments, fault.at(call));
                const Tree found = tree();
                expectSome(found, whole);
                // The name of a folder may not have come to disk: its files have, each by itself.
                if (result.exitCode == 0) {
                    EXPECT_EQ(std::string(fault.kind), "sync");
                    EXPECT_EQ(found.size(), whole.size());
                    continue;
                }
                ++failures;
                EXPECT_EQ(result.exitCode, 1);
                EXPECT_LT(found.size(), whole.size());
                expectSentences(result.errors, fault.error);
                if (found.empty() && failures == 1) {
                    EXPECT_EQ(run(arguments, "").exitCode, 0) << "nothing stands in its way";
                    EXPECT_TRUE(tree() == whole);
                }
            }
        EXPECT_GT(failures, 0) << "nothing was tried";
        for (const char* fault : kHarmless) {
            SCOPED_TRACE(fault);
            clear();
            const ProcessResult result = run(arguments, fault);
            EXPECT_EQ(result.exitCode, 0) << result.errors;
            EXPECT_TRUE(tree() == whole);
        }
    }

    std::string flat(const std::string& name) const { return makePicture(name, 24, 16); }
};

} // namespace

TEST_F(DiskFaults, pictures) {
    const std::string picture = flat("a.exr");
    for (const char* suffix : {"exr", "png", "tiff"}) {
        SCOPED_TRACE(suffix);
        expectAllOrNothing(
            {"image", "convert", picture, text(std::string("work/a.") + suffix), "--quiet"});
    }
}

TEST_F(DiskFaults, results_of_a_queue_with_their_side_cars) {
    std::vector<std::string> arguments =
        inferArguments({flat("a.exr"), flat("b.exr")}, {"--quiet", "--format", "png16"});
    *(std::ranges::find(arguments, "--output") + 1) = text("work/out");
    expectAllOrNothing(arguments);
    // A side-car has the time that its picture took: it is there with its picture, or not at all.
    arguments.emplace_back("--sidecar");
    for (const char* fault : {"rename:13:2", "write:28:9:on"}) {
        clear();
        const ProcessResult result = run(arguments, fault);
        EXPECT_EQ(result.exitCode, 1) << fault;
        for (const auto& [name, bytes] : tree())
            if (name.ends_with(".json")) {
                EXPECT_TRUE(nlohmann::json::accept(bytes)) << name;
            }
    }
}

TEST_F(DiskFaults, models) {
    expectAllOrNothing({"model", "random", "--like", "tiny", text("work/model"), "--quiet"});
    expectAllOrNothing({"model", "export", model(), text("work/export"), "--quiet"});
}

TEST_F(DiskFaults, pair_sets_and_their_lists) {
    expectAllOrNothing({"dataset", "synthesize", "--count", "2", "--size", "32", "--samples", "1",
                        "--quiet", text("work/set")});
    for (const char* name : {"a", "b", "c", "d"})
        for (const char* kind : {"beauty", "albedo"})
            flat(std::string("set/") + name + "_" + kind + ".exr");
    expectAllOrNothing(
        {"dataset", "make-list", text("set"), "--output", text("work/list.txt"), "--quiet"});
    expectAllOrNothing({"dataset", "split", text("set"), "--output", text("work/lists"), "--val",
                        "0.5", "--quiet"});
}

TEST_F(DiskFaults, checkpoints_of_a_training) {
    config("run");
    std::vector<std::string> arguments =
        trainArguments("run", {"--quiet", "max_iter=4", "trainer.validation_period=0",
                               "trainer.init_seed=7", "dataloader.seed=11"});
    *(std::ranges::find(arguments, "--output-dir") + 1) = text("work");
    const fs::path latest = path("work/run/checkpoint/latest");
    clear();
    const ProcessResult good = runCounting(arguments);
    ASSERT_EQ(good.exitCode, 0) << good.errors;
    const std::string whole = bytesOf(latest / "unet/diffusion_pytorch_model.safetensors");
    ASSERT_FALSE(whole.empty());
    const auto expectEnd = [&](const ProcessResult& result, int number) {
        (void)tree();
        if (fs::exists(latest)) {
            EXPECT_EQ(runUnlit({"model", "check", latest.string()}).exitCode, 0);
        }
        if (result.exitCode == 0) {
            EXPECT_TRUE(bytesOf(latest / "unet/diffusion_pytorch_model.safetensors") == whole);
            return;
        }
        EXPECT_EQ(result.exitCode, 1);
        expectSentences(result.errors, number);
        std::vector<std::string> again = {"train", "--resume", text("work/run"), "--quiet"};
        if (!fs::exists(path("work/run")))
            again = arguments;
        const ProcessResult resumed = run(again, "");
        EXPECT_EQ(resumed.exitCode, 0) << resumed.errors;
        EXPECT_TRUE(bytesOf(latest / "unet/diffusion_pytorch_model.safetensors") == whole);
    };
    for (const Fault& fault : kTrainingFaults)
        for (const std::uintmax_t call : placesIn(callsOf(fault.kind))) {
            SCOPED_TRACE(fault.at(call));
            clear();
            expectEnd(run(arguments, fault.at(call)), fault.error);
        }
    for (const char* fault : kHarmless) {
        SCOPED_TRACE(fault);
        clear();
        const ProcessResult result = run(arguments, fault);
        EXPECT_EQ(result.exitCode, 0) << result.errors;
        expectEnd(result, 0);
    }
}
