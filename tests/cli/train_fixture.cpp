#include "tests/cli/train_fixture.h"

#include <fstream>
#include <sstream>

namespace unlit::test {

using nlohmann::json;

namespace {

json readJson(const std::filesystem::path& file) {
    std::ifstream stream(file);
    EXPECT_TRUE(stream.good()) << file;
    return json::parse(stream, nullptr, false);
}

} // namespace

std::string TrainCommandTest::config(const std::string& name, const std::string& more) {
    const std::string model = this->model();
    const std::string pairs = made("pairs", {"dataset", "synthesize", "--count", "8", "--size",
                                             "32", "--samples", "1", "--quiet"});
    const std::string set = "dir: " + pairs + "\n    filenames: filename_list.txt\n";
    return makeFile(name + ".yaml", "model:\n  pretrained_path: " + model +
                                        "\ndataset:\n  train:\n    disp_name: train\n    " + set +
                                        "  val:\n  - disp_name: val\n    " + set + R"(dataloader:
  effective_batch_size: 4
  max_train_batch_size: 2
  num_workers: 2
augmentation:
  lr_flip_p: 0.5
trainer:
  save_period: 2
  backup_period: 6
  validation_period: 5
  visualization_period: 0
max_iter: 12
lr: 1.0e-03
lr_scheduler:
  name: IterExponential
  kwargs:
    total_iter: 12
    final_ratio: 0.1
    warmup_steps: 2
validation:
  denoising_steps: 1
  val_num_batches: 1
run:
  device: cpu
)" + more);
}

std::vector<std::string> TrainCommandTest::trainArguments(const std::string& name,
                                                          const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"train", "--config", text(name + ".yaml"), "--output-dir",
                                          text("runs")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

std::vector<std::string> TrainCommandTest::resumeArguments(const std::string& name,
                                                           const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"train", "--resume", text("runs/" + name)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

std::filesystem::path TrainCommandTest::runFile(const std::string& name,
                                                const std::string& file) const {
    return path("runs") / name / file;
}

json TrainCommandTest::traceOf(const std::string& name) const {
    const json files = readJson(runFile(name, "checkpoint/latest/checksums.json")).at("files");
    json rows = json::array();
    std::ifstream stream(runFile(name, "metrics.jsonl"));
    for (std::string line; std::getline(stream, line);) {
        json kept = json::object();
        const json row = json::parse(line);
        for (const auto& [key, value] : row.items())
            if (!key.starts_with("time") && !key.starts_with("perf"))
                kept[key] = value;
        rows.push_back(kept);
    }
    return {{"state", files.at("trainer_state.safetensors")},
            {"unet", files.at("unet/diffusion_pytorch_model.safetensors")},
            {"rows", rows}};
}

bool TrainCommandTest::hasSteps(const std::string& name, int count) const {
    std::ifstream stream(runFile(name, "metrics.jsonl"));
    int rows = 0;
    for (std::string line; std::getline(stream, line);)
        rows += line.find("train/loss") == std::string::npos ? 0 : 1;
    return rows >= count;
}

} // namespace unlit::test
