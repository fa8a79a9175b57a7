// Several processes train what one would train.
#include "core/base/error.h"
#include "core/image/image_file.h"
#include "core/train/distributed/same_run.h"
#include "core/train/make_task.h"
#include "tests/core/train/distributed/shared_run_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <future>

using namespace unlit;
using nlohmann::json;
using test::inProcesses;
using test::kPatience;
using test::lossesOf;
using test::SharedRun;
using test::SmallRun;
using test::validationFiguresOf;
using train::Peers;
using train::RunEnd;

namespace {

/// By as little as a float can: its last bit.
void changeLastWeight(const std::filesystem::path& file) {
    constexpr int kFloatBytes = 4;
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(-kFloatBytes, std::ios::end);
    const char changed = static_cast<char>(stream.get() ^ 1);
    stream.seekp(-kFloatBytes, std::ios::end);
    stream.put(changed);
    ASSERT_TRUE(stream.good());
}

} // namespace

TEST_F(SharedRun, of_two_and_seven_processes_is_that_of_one) {
    whole.config.maxIter = 30;
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    for (const int count : {2, 7}) {
        const std::string name = "of_" + std::to_string(count);
        EXPECT_EQ(train(name, count),
                  std::vector<RunEnd>(static_cast<std::size_t>(count), RunEnd::Complete));
        expectLikeWhole(name);
    }
}

TEST_F(SharedRun, sums_in_bfloat16_are_off_by_two_roundings_at_most) {
    constexpr int kCount = 3;
    const auto numbersOf = [](int rank, std::int64_t count) {
        return torch::sin(torch::arange(count) * (0.37 + rank)) * std::pow(10.0, rank - 1);
    };
    const std::vector<std::vector<torch::Tensor>> sums =
        inProcesses(folder.path(), kCount, [&](std::shared_ptr<Peers> peers) {
            std::vector<torch::Tensor> mine = {numbersOf(peers->rank(), 7),
                                               numbersOf(peers->rank(), 1000).view({10, 100})};
            peers->sum(mine, config::GradientExchange::BFloat16);
            return mine;
        });
    for (std::size_t tensor = 0; tensor < 2; ++tensor) {
        const std::int64_t count = sums[0][tensor].numel();
        torch::Tensor exact = torch::zeros({count}, torch::kFloat64);
        torch::Tensor size = torch::zeros({count}, torch::kFloat64);
        for (int rank = 0; rank < kCount; ++rank) {
            exact += numbersOf(rank, count).to(torch::kFloat64);
            size += numbersOf(rank, count).to(torch::kFloat64).abs();
        }
        const torch::Tensor error = (sums[0][tensor].flatten().to(torch::kFloat64) - exact).abs();
        // 8 bits of significand: each rounding is off by 2^-8 at most, one follows the other.
        const double u = 1.0 / 256;
        EXPECT_TRUE((error <= size * (2 * u + u * u)).all().item<bool>());
        EXPECT_GT(error.max().item<double>(), 0.0);
        for (int rank = 1; rank < kCount; ++rank)
            EXPECT_TRUE(torch::equal(sums[static_cast<std::size_t>(rank)][tensor], sums[0][tensor]))
                << "the same everywhere";
    }
}

TEST_F(SharedRun, with_gradients_in_bfloat16_stays_beside_that_in_float32) {
    whole.config.optimizer.name = config::OptimizerKind::Sgd;
    whole.config.lr = config::ScheduledNumber(0.01);
    ASSERT_EQ(train("exact", 2), std::vector<RunEnd>(2, RunEnd::Complete));
    whole.config.memory.gradientExchange = config::GradientExchange::BFloat16;
    ASSERT_EQ(train("rounded", 2), std::vector<RunEnd>(2, RunEnd::Complete));
    const std::vector<double> exact = lossesOf(run("exact"));
    const std::vector<double> rounded = lossesOf(run("rounded"));
    ASSERT_EQ(rounded.size(), exact.size());
    EXPECT_EQ(rounded.front(), exact.front()) << "nothing was exchanged before it";
    EXPECT_NE(rounded, exact) << "nothing was rounded";
    for (std::size_t i = 0; i < exact.size(); ++i)
        EXPECT_NEAR(rounded[i], exact[i], exact[i] / 256) << i;
    train("again", 2);
    EXPECT_EQ(test::traceOf(run("again")), test::traceOf(run("rounded")));
}

TEST_F(SharedRun, has_the_validation_figures_of_one_process) {
    whole.config.trainer.validationPeriod = 6;
    whole.config.validation.atStart = true;
    whole.config.validation.valNumBatches = 0;
    whole.config.validation.initSeed = 5;
    whole.config.ema = config::EmaConfig{};
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    const std::vector<json> expected = validationFiguresOf(whole.folder("whole"));
    ASSERT_EQ(expected.size(), 3U) << "at the start, after 6 steps and after 12";
    for (const int count : {2, 4}) {
        const std::string name = "of_" + std::to_string(count);
        EXPECT_EQ(train(name, count),
                  std::vector<RunEnd>(static_cast<std::size_t>(count), RunEnd::Complete));
        const std::vector<json> found = validationFiguresOf(run(name));
        ASSERT_EQ(found.size(), expected.size());
        EXPECT_EQ(found.front(), expected.front()) << "the same weights, to the byte";
        for (std::size_t i = 1; i < found.size(); ++i)
            for (const auto& [tag, value] : expected[i].items())
                EXPECT_NEAR(found[i].at(tag).get<double>(), value.get<double>(),
                            1e-4 * std::abs(value.get<double>()))
                    << tag;
    }
}

TEST_F(SharedRun, says_which_picture_of_a_validation_could_not_be_read_as_one_process_does) {
    whole.config.validation.atStart = true;
    whole.config.validation.valNumBatches = 0;
    const auto validationFails = [&](const std::function<void()>& train) {
        try {
            train();
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("nothing was wrong");
    };
    const std::filesystem::path broken = whole.folder("set") / "b3.png"; // of the second process
    std::filesystem::resize_file(broken, 20);
    const std::string alone = validationFails([&] { whole.start("whole"); });
    EXPECT_NE(alone.find(broken.filename().string()), std::string::npos) << alone;
    EXPECT_EQ(validationFails([&] { train("shared", 2); }), alone);
}

TEST_F(SharedRun, goes_on_where_another_one_cannot_keep_latents_and_has_it_said) {
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    std::vector<std::string> said;
    const std::vector<RunEnd> ends = train("cached", 2, false, [&](SmallRun& run, int rank) {
        const std::filesystem::path cache = folder.path() / ("latents" + std::to_string(rank));
        run.config.memory.latentCache = cache;
        if (rank == 0)
            return;
        std::ofstream(cache) << "no folder";
        run.onEvent = [&said](const decltype(Event::body)& body) {
            if (const auto* line = std::get_if<LogLine>(&body))
                said.push_back(line->text);
        };
    });
    EXPECT_EQ(ends, std::vector<RunEnd>(2, RunEnd::Complete));
    EXPECT_TRUE(std::ranges::any_of(said, [](const std::string& line) {
        return line.starts_with("no more latents are kept: ");
    })) << said.size();
    expectLikeWhole("cached");
}

TEST_F(SharedRun, of_as_many_processes_is_the_same_to_the_byte) {
    train("once", 3);
    train("again", 3);
    EXPECT_EQ(test::traceOf(run("once")), test::traceOf(run("again")));
}

TEST_F(SharedRun, goes_on_with_another_number_of_processes) {
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    const auto stop = [](SmallRun& run, int rank) {
        if (rank == 0)
            run.stopAt(5, 0);
    };
    EXPECT_EQ(train("parts", 3, false, stop), std::vector<RunEnd>(3, RunEnd::Stopped));
    EXPECT_EQ(train("parts", 2, true), std::vector<RunEnd>(2, RunEnd::Complete));
    expectLikeWhole("parts");
}

TEST_F(SharedRun, ends_for_all_where_any_of_them_is_stopped) {
    const auto stop = [](SmallRun& run, int rank) {
        if (rank == 1)
            run.stop.request_stop();
    };
    EXPECT_EQ(train("stopped", 3, false, stop), std::vector<RunEnd>(3, RunEnd::Stopped));
    EXPECT_TRUE(std::filesystem::exists(run("stopped") / "checkpoint" / "latest"));
}

TEST_F(SharedRun, passes_over_the_same_empty_batches) {
    writeImage(whole.folder("set") / "m2.png", makeImage(16, 16, {"Y"}, ColorSpace::Raw),
               {.format = FileFormat::Png8, .half = false, .overwrite = true});
    ASSERT_EQ(whole.start("whole"), RunEnd::Complete);
    EXPECT_EQ(train("empty", 2), std::vector<RunEnd>(2, RunEnd::Complete));
    const auto lines = whole.all<LogLine>();
    EXPECT_TRUE(std::ranges::any_of(lines, [](const LogLine& line) {
        return line.text.find("passed over") != std::string::npos;
    })) << "there is nothing to pass over";
    expectLikeWhole("empty");
}

TEST_F(SharedRun, loses_a_process_and_says_so) {
    try {
        inProcesses(folder.path(), 2, [&](std::shared_ptr<Peers> peers) {
            if (peers->isFirst())
                (void)peers->exchange("are you there?");
            return 0;
        });
        FAIL() << "the other one was gone";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("process 0 of 2 has lost the others"),
                  std::string::npos)
            << error.what();
    }
}

TEST_F(SharedRun, names_processes_that_do_not_come) {
    try {
        (void)Peers::meet({.rank = 0,
                           .size = 3,
                           .localRank = 0,
                           .file = folder.path() / "lonely",
                           .host = {},
                           .port = 0},
                          std::chrono::seconds(0));
        FAIL() << "nobody came";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("process 1, 2 of 3 has not come"),
                  std::string::npos)
            << error.what();
    }
}

TEST_F(SharedRun, refuses_processes_that_were_told_another_number) {
    const auto file = folder.path() / "numbers";
    const auto meet = [&](int rank, int size) {
        try {
            (void)Peers::meet({.rank = rank,
                               .size = size,
                               .localRank = rank,
                               .file = file,
                               .host = {},
                               .port = 0},
                              kPatience);
            return std::string("they met");
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    auto other = std::async(std::launch::async, meet, 1, 3);
    EXPECT_NE(meet(0, 2).find("process 1 was started as one of 3, process 0 as one of 2"),
              std::string::npos);
    EXPECT_NE(other.get().find("process 0 was started as one of 2, process 1 as one of 3"),
              std::string::npos);
}

TEST_F(SharedRun, refuses_processes_that_were_asked_something_else) {
    try {
        inProcesses(folder.path(), 2, [&](std::shared_ptr<Peers> peers) {
            SmallRun run(folder.path() / std::to_string(peers->rank()));
            run.config = recipe(run.config);
            if (!peers->isFirst())
                run.config.lr = config::ScheduledNumber(0.5);
            train::requireSameRun(*peers, train::planRun(run.config));
            return 0;
        });
        FAIL() << "their recipes differ";
    } catch (const Error& error) {
        EXPECT_NE(
            std::string(error.what()).find("process 1 of 2 has another recipe than the first one"),
            std::string::npos)
            << error.what();
    }
}

// Its own weights an UNet gets from the first process; by another VAE it would learn other latents.
TEST_F(SharedRun, refuses_a_process_with_another_vae) {
    try {
        inProcesses(folder.path(), 2, [&](std::shared_ptr<Peers> peers) {
            SmallRun run(folder.path() / std::to_string(peers->rank()));
            if (!peers->isFirst())
                changeLastWeight(run.config.model.pretrainedPath / "vae" /
                                 "diffusion_pytorch_model.safetensors");
            train::RunPlan plan = train::planRun(run.config);
            plan.peers = peers;
            (void)train::makeUNetTask(plan);
            return 0;
        });
        FAIL() << "their VAEs differ";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what())
                      .find("process 1 of 2 has another VAE, VAE of the targets than the first"),
                  std::string::npos)
            << error.what();
    }
}

TEST_F(SharedRun, lets_the_first_one_say_what_another_cannot_do) {
    try {
        inProcesses(folder.path(), 2, [&](std::shared_ptr<Peers> peers) {
            if (!peers->isFirst())
                train::leaveToFirst(
                    *peers,
                    {.kind = ErrorKind::NotFound, .message = "no model", .hint = {}, .mark = {}});
            train::requireSameRun(*peers, train::planRun(whole.config));
            return 0;
        });
        FAIL() << "one of them has no model";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("process 1 of 2: no model"), std::string::npos)
            << error.what();
    }
}

TEST_F(SharedRun, refuses_more_processes_than_micro_batches) {
    try {
        inProcesses(folder.path(), 3, [&](std::shared_ptr<Peers> peers) {
            SmallRun run(folder.path() / std::to_string(peers->rank()));
            run.config.dataloader.maxTrainBatchSize = 1;
            run.config.dataloader.effectiveBatchSize = 2;
            train::requireSameRun(*peers, train::planRun(run.config));
            return 0;
        });
        FAIL() << "there is too little to share";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("2 micro-batches, too few for 3 processes"),
                  std::string::npos)
            << error.what();
    }
}
