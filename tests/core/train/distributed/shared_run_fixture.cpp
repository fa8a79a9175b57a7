#include "tests/core/train/distributed/shared_run_fixture.h"

#include <cmath>
#include <fstream>

namespace unlit::test {

using nlohmann::json;

std::filesystem::path newMeeting(const std::filesystem::path& folder) {
    static int meetings = 0;
    return folder / ("meeting_" + std::to_string(meetings++));
}

std::vector<double> lossesOf(const std::filesystem::path& run) {
    std::vector<double> losses;
    std::ifstream file(run / "metrics.jsonl");
    for (std::string line; std::getline(file, line);)
        if (const json row = json::parse(line); row.contains("train/loss"))
            losses.push_back(row.at("train/loss"));
    return losses;
}

std::vector<json> validationFiguresOf(const std::filesystem::path& run) {
    std::vector<json> rows;
    std::ifstream file(run / "metrics.jsonl");
    for (std::string line; std::getline(file, line);) {
        json figures = json::object();
        const json row = json::parse(line);
        for (const auto& [tag, value] : row.items())
            if (tag.starts_with("val/"))
                figures[tag] = value;
        if (!figures.empty())
            rows.push_back(figures);
    }
    return rows;
}

double largestDifference(const weights::StateDict& a, const weights::StateDict& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0;
    for (const auto& [name, tensor] : a)
        largest = std::max(largest, (tensor - b.at(name)).abs().max().item<double>());
    return largest;
}

config::TrainConfig SharedRun::recipe(config::TrainConfig config) {
    config.dataloader.maxTrainBatchSize = 1;
    config.dataloader.effectiveBatchSize = 7;
    config.maxIter = 12;
    config.trainer.validationPeriod = 0;
    config.trainer.visualizationPeriod = 0;
    return config;
}

std::vector<train::RunEnd> SharedRun::train(const std::string& name, int count, bool isResumed,
                                            const std::function<void(SmallRun&, int)>& prepare) {
    return inProcesses(folder.path(), count, [&](std::shared_ptr<train::Peers> peers) {
        SmallRun run(folder.path() / std::to_string(peers->rank()));
        run.config = whole.config; // its model and pictures, too
        run.peers = peers;
        if (prepare)
            prepare(run, peers->rank());
        const bool isFirst = peers->isFirst();
        if (isResumed && !isFirst)
            std::filesystem::remove_all(run.folder(name));
        if (isResumed && !isFirst)
            std::filesystem::copy(this->run(name), run.folder(name),
                                  std::filesystem::copy_options::recursive);
        (void)peers->exchange("");
        return isResumed ? run.resume(name) : run.start(name);
    });
}

void SharedRun::expectLikeWhole(const std::string& name) {
    const std::vector<double> expected = lossesOf(whole.folder("whole"));
    const std::vector<double> found = lossesOf(run(name));
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-6 * std::abs(expected[i])) << name << ", " << i;
    EXPECT_LE(largestDifference(weightsOf(run(name)), weightsOf(whole.folder("whole"))), 1e-5)
        << name;
}

} // namespace unlit::test
