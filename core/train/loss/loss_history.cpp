#include "core/train/loss/loss_history.h"

#include "core/base/error.h"
#include "core/train/writers/csv_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>

namespace unlit::train {

namespace {

using Json = nlohmann::json;

/// Of a new loss in the running mean of its tenth, once there are enough.
constexpr double kLeastWeight = 0.02;

template <class T>
bool readNumber(std::string_view text, T& number) {
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    return problem == std::errc{} && stop == end;
}

/// Up to the next comma, which is taken away, too.
std::string_view takeField(std::string_view& line) {
    const std::size_t comma = std::min(line.find(','), line.size());
    const std::string_view field = line.substr(0, comma);
    line.remove_prefix(std::min(comma + 1, line.size()));
    return field;
}

} // namespace

std::string toCsv(const LossRow& row) {
    return std::to_string(row.step) + "," + std::to_string(row.epoch) + "," +
           std::to_string(row.timestep) + "," + csvField(row.sample) + "," + csvNumber(row.loss) +
           "\n";
}

std::optional<LossRow> lossRowFrom(std::string_view line) {
    LossRow row;
    const std::size_t last = line.rfind(',');
    if (last == std::string_view::npos || !readNumber(line.substr(last + 1), row.loss))
        return {};
    line = line.substr(0, last);
    if (!readNumber(takeField(line), row.step) || !readNumber(takeField(line), row.epoch) ||
        !readNumber(takeField(line), row.timestep) || line.empty())
        return {};
    row.sample = fromCsvField(line);
    return row;
}

void LossHistory::add(std::string_view sample, std::int64_t timestep, double loss) {
    const std::int64_t tenth = timestep * static_cast<std::int64_t>(kTenths) / m_timesteps;
    Usual& usual = m_usual[static_cast<std::size_t>(
        std::clamp<std::int64_t>(tenth, 0, static_cast<std::int64_t>(kTenths) - 1))];
    ++usual.count;
    usual.mean +=
        (loss - usual.mean) * std::max(1.0 / static_cast<double>(usual.count), kLeastWeight);
    Sample& entry = m_samples[std::string(sample)];
    ++entry.visits;
    const double relative = usual.mean > 0 ? loss / usual.mean : 1;
    const auto visits = static_cast<double>(entry.visits);
    entry.loss += (loss - entry.loss) / visits;
    entry.relative += (relative - entry.relative) / visits;
}

std::vector<WorstSamples::Entry> LossHistory::worst(std::size_t count) const {
    std::vector<WorstSamples::Entry> all;
    for (const auto& [name, sample] : m_samples)
        all.push_back({name, sample.visits, sample.loss, sample.relative});
    const auto kept = static_cast<std::ptrdiff_t>(std::min(count, all.size()));
    std::partial_sort(all.begin(), all.begin() + kept, all.end(),
                      [](const WorstSamples::Entry& a, const WorstSamples::Entry& b) {
                          return a.relativeLoss != b.relativeLoss ? a.relativeLoss > b.relativeLoss
                                                                  : a.sample < b.sample;
                      });
    all.resize(static_cast<std::size_t>(kept));
    return all;
}

void readLosses(const std::filesystem::path& file, LossHistory& history) {
    std::ifstream stream(file, std::ios::binary);
    for (std::string line; std::getline(stream, line);)
        if (const auto row = lossRowFrom(line))
            history.add(row->sample, row->timestep, row->loss);
}

std::string worstSamplesJson(const WorstSamples& worst) {
    Json samples = Json::array();
    for (const WorstSamples::Entry& entry : worst.entries)
        samples.push_back({{"sample", entry.sample},
                           {"visits", entry.visits},
                           {"mean_loss", entry.meanLoss},
                           {"relative_loss", entry.relativeLoss}});
    return Json{{"step", worst.step}, {"samples", samples}}.dump(2) + "\n";
}

WorstSamples readWorstSamples(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error::notFound("there is no " + file.string(),
                              "a run writes it with writers.sample_losses on, every hundred steps "
                              "and when it ends");
    try {
        const Json json = Json::parse(stream);
        WorstSamples worst{json.at("step").get<std::int64_t>(), file, {}};
        for (const Json& entry : json.at("samples"))
            worst.entries.push_back(
                {entry.at("sample").get<std::string>(), entry.at("visits").get<std::int64_t>(),
                 entry.at("mean_loss").get<double>(), entry.at("relative_loss").get<double>()});
        return worst;
    } catch (const Json::exception&) {
        throw Error::corrupt(file, "it is no list of samples",
                             "resume the run: it is written anew");
    }
}

} // namespace unlit::train
