#include "core/session/train/sweep_plan.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/number_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>

namespace unlit {

namespace {

namespace fs = std::filesystem;
using PlanJson = nlohmann::ordered_json;

constexpr std::size_t kMostRuns = 1000;

fs::path planFile(const fs::path& sweep) {
    return sweep / "sweep.json";
}

std::vector<std::string> splitValues(const std::string& text) {
    std::vector<std::string> values(1);
    int depth = 0;
    char quote = 0;
    for (const char letter : text) {
        if (quote != 0)
            quote = letter == quote ? 0 : quote;
        else if (letter == '"' || letter == '\'')
            quote = letter;
        else if (letter == '[' || letter == '{')
            ++depth;
        else if (letter == ']' || letter == '}')
            --depth;
        if (letter == ',' && depth == 0 && quote == 0)
            values.emplace_back();
        else
            values.back() += letter;
    }
    return values;
}

std::string withoutSpacesAround(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string::npos ? std::string()
                                      : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// "1e-4" and "0.0001" are one value.
std::string meaningOf(const std::string& value) {
    const auto number = numberIn<double>(value);
    return number ? std::to_string(std::bit_cast<std::uint64_t>(*number + 0.0)) : value;
}

std::string lastWord(const std::string& key) {
    return key.substr(key.rfind('.') + 1); // all of it where there is no dot
}

std::string nameInSweep(const std::vector<SweepAxis>& axes, const std::string& key) {
    const auto ends = std::ranges::count_if(
        axes, [&](const SweepAxis& axis) { return lastWord(axis.key) == lastWord(key); });
    return ends > 1 ? key : lastWord(key);
}

/// Of what any file system and shell takes.
std::string fileWord(const std::string& text) {
    std::string word;
    for (const char letter : text) {
        const bool isPlain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                             (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' ||
                             letter == '+' || letter == '_' || letter == '=';
        word += isPlain ? letter : '-';
    }
    return word;
}

/// A sweep names its runs and places them.
void requireOthersKeys(const std::vector<SweepAxis>& axes,
                       const std::vector<std::string>& settings) {
    std::vector<std::string> keys;
    for (const SweepAxis& axis : axes)
        keys.push_back(axis.key);
    for (const std::string& setting : settings)
        keys.push_back(setting.substr(0, setting.find('=')));
    std::set<std::string> seen;
    for (const std::string& key : keys)
        if (!seen.insert(key).second)
            throw Error::invalidInput(key + " is given twice: a run has one value of it",
                                      "write all its values once, as " + key + "=A,B");
    for (const char* key : {"run.name", "run.output_dir", "run.add_datetime_prefix"})
        if (std::ranges::find(keys, key) != keys.end())
            throw Error::invalidInput(std::string(key) + " is the sweep's own",
                                      "runs are named by what differs, in the sweep's folder");
}

/// Axes that go together, by their place: one alone, or all that are zipped.
using Dimension = std::vector<std::size_t>;

std::vector<Dimension> dimensionsOf(const std::vector<SweepAxis>& axes) {
    std::vector<Dimension> dimensions;
    std::optional<std::size_t> zipped;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i].go == SweepValues::Grid) {
            dimensions.push_back({i});
        } else if (!zipped) {
            zipped = dimensions.size();
            dimensions.push_back({i});
        } else {
            const SweepAxis& first = axes[dimensions[*zipped].front()];
            if (axes[i].values.size() != first.values.size())
                throw Error::invalidInput(
                    "settings that go together need as many values: " + first.key + " has " +
                        std::to_string(first.values.size()) + ", " + axes[i].key + " " +
                        std::to_string(axes[i].values.size()),
                    "write a value of each for every run");
            dimensions[*zipped].push_back(i);
        }
    }
    return dimensions;
}

} // namespace

SweepAxis sweepAxisOf(const std::string& text, SweepValues go) {
    const std::size_t sign = text.find('=');
    SweepAxis axis{text.substr(0, sign), {}, go};
    if (sign == std::string::npos || sign == 0 || sign + 1 == text.size())
        throw Error::invalidInput(text + " is no list of values for a setting",
                                  "write KEY=VALUE,VALUE, as lr=1e-4,3e-5");
    for (const std::string& value : splitValues(text.substr(sign + 1)))
        axis.values.push_back(withoutSpacesAround(value));
    std::set<std::string> seen;
    for (const std::string& value : axis.values)
        if (value.empty() || (!seen.insert(meaningOf(value)).second && go == SweepValues::Grid))
            throw Error::invalidInput(value.empty()
                                          ? "there is an empty value in " + text
                                          : "the value " + value + " stands twice in " + text,
                                      "write each value once, between commas");
    return axis;
}

std::vector<SweepRun> sweepRuns(const std::vector<fs::path>& recipes,
                                const std::vector<SweepAxis>& axes,
                                const std::vector<std::string>& settings) {
    requireOthersKeys(axes, settings);
    const std::vector<Dimension> dimensions = dimensionsOf(axes);
    std::size_t count = recipes.size();
    for (const Dimension& dimension : dimensions)
        if ((count *= axes[dimension.front()].values.size()) > kMostRuns)
            throw Error::invalidInput("these are more than " + std::to_string(kMostRuns) + " runs",
                                      "give fewer values, or make several sweeps of them");
    std::vector<SweepRun> runs;
    std::set<std::string> names;
    std::vector<std::size_t> chosen(axes.size()); // of each axis the value
    for (std::size_t number = 0; number < count; ++number) {
        std::size_t rest = number;
        for (auto dimension = dimensions.rbegin(); dimension != dimensions.rend(); ++dimension) {
            const std::size_t values = axes[dimension->front()].values.size();
            for (const std::size_t axis : *dimension)
                chosen[axis] = rest % values;
            rest /= values;
        }
        SweepRun run;
        run.settings = settings;
        std::string differing;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const std::string& value = axes[i].values[chosen[i]];
            run.settings.push_back(axes[i].key + "=" + value);
            differing += "_" + nameInSweep(axes, axes[i].key) + "=" + value;
        }
        run.config = recipes[rest];
        const std::string recipe = run.config.stem().string();
        run.name = fileWord(axes.empty()          ? recipe
                            : recipes.size() == 1 ? differing.substr(1)
                                                  : recipe + differing);
        if (!names.insert(run.name).second)
            throw Error::invalidInput("two runs of the sweep would be called " + run.name,
                                      "recipes need names of their own, and values that differ in "
                                      "letters and digits");
        runs.push_back(std::move(run));
    }
    return runs;
}

void writeSweepPlan(const fs::path& sweep, const SweepPlan& plan) {
    PlanJson runs = PlanJson::array();
    for (const SweepRun& run : plan.runs)
        runs.push_back(
            {{"name", run.name}, {"config", run.config.string()}, {"settings", run.settings}});
    const PlanJson json = {{"version", 1},
                           {"folder", plan.folder.string()},
                           {"figure", plan.figure},
                           {"median_stopping", plan.stopsByMedian},
                           {"runs", runs}};
    fs::create_directories(sweep);
    writeAtomically(planFile(sweep), json.dump(2) + "\n");
}

SweepPlan readSweepPlan(const fs::path& sweep) {
    std::ifstream stream(planFile(sweep), std::ios::binary);
    if (!stream)
        throw Error::notFound("there is no sweep in " + sweep.string(),
                              "name the folder that --output named; it holds sweep.json");
    try {
        const PlanJson json = PlanJson::parse(stream);
        SweepPlan plan{json.at("folder").get<std::string>(),
                       json.at("figure").get<std::string>(),
                       json.at("median_stopping").get<bool>(),
                       {}};
        for (const PlanJson& run : json.at("runs")) {
            plan.runs.push_back({run.at("name").get<std::string>(),
                                 run.at("config").get<std::string>(),
                                 run.at("settings").get<std::vector<std::string>>()});
            const std::string& name = plan.runs.back().name;
            if (fileWord(name) != name || name.find_first_not_of('.') == std::string::npos)
                throw Error::corrupt(planFile(sweep), "a run's name is no name of a folder",
                                     "begin another one with --config");
        }
        return plan;
    } catch (const PlanJson::exception&) {
        throw Error::corrupt(planFile(sweep), "it is no plan of a sweep",
                             "begin another one with --config");
    }
}

bool isSweep(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(planFile(folder), ignored);
}

} // namespace unlit
