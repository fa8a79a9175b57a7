#include "bench/comparison.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <stdexcept>

namespace unlit::bench {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr double kUnknownNoise = 0.2;
constexpr double kLeastChange = 0.05;
constexpr std::size_t kRunsToKnow = 3;

Figure figureWithoutValues(const json& object) {
    const std::string better = object.at("better");
    if (better != "less" && better != "more")
        throw std::runtime_error("\"better\" is neither less nor more");
    return {.name = object.at("name"),
            .unit = object.at("unit"),
            .better = better == "less" ? Better::Less : Better::More,
            .values = {}};
}

double middleOf(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double noiseOf(const Figure& figure) {
    if (figure.values.size() < kRunsToKnow)
        return kUnknownNoise;
    const auto [least, most] = std::ranges::minmax(figure.values);
    const double middle = std::abs(middleOf(figure.values));
    return middle > 0 ? (most - least) / middle : 0;
}

Change changeOf(const Figure& before, const Figure& after) {
    Change change{.name = before.name,
                  .unit = before.unit,
                  .before = middleOf(before.values),
                  .after = middleOf(after.values),
                  .noise = std::max(noiseOf(before), noiseOf(after))};
    const double from = before.better == Better::Less ? change.before : change.after;
    const double to = before.better == Better::Less ? change.after : change.before;
    if (from != to)
        change.worse = from > 0 ? to / from - 1 : std::numeric_limits<double>::infinity();
    return change;
}

} // namespace

std::vector<Figure> figuresOf(const fs::path& lines) {
    std::ifstream file(lines);
    std::vector<Figure> figures;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        try {
            const json object = json::parse(line);
            Figure figure = figureWithoutValues(object);
            auto found = std::ranges::find(figures, figure.name, &Figure::name);
            if (found == figures.end())
                found = figures.insert(figures.end(), std::move(figure));
            found->values.push_back(object.at("value"));
        } catch (const std::exception& error) {
            throw std::runtime_error(lines.string() + ":" + std::to_string(number) +
                                     ": no figure of a bench: " + error.what());
        }
    }
    if (figures.empty())
        throw std::runtime_error(lines.string() + ": no figures of benches");
    return figures;
}

Measurement readMeasurement(const fs::path& file) {
    try {
        std::ifstream stream(file);
        const json object = json::parse(stream);
        Measurement measurement{.machine = object.at("machine"),
                                .commit = object.at("commit"),
                                .date = object.at("date"),
                                .figures = {}};
        for (const json& each : object.at("figures")) {
            Figure figure = figureWithoutValues(each);
            figure.values = each.at("values").get<std::vector<double>>();
            if (figure.values.empty())
                throw std::runtime_error("'" + figure.name + "' has no values");
            measurement.figures.push_back(std::move(figure));
        }
        return measurement;
    } catch (const std::exception& error) {
        throw std::runtime_error(file.string() +
                                 ": no measurement of `dev bench all`: " + error.what());
    }
}

std::string jsonOf(const Measurement& measurement) {
    json figures = json::array();
    for (const Figure& figure : measurement.figures)
        figures.push_back({{"name", figure.name},
                           {"unit", figure.unit},
                           {"better", figure.better == Better::Less ? "less" : "more"},
                           {"values", figure.values}});
    const json object{{"machine", measurement.machine},
                      {"commit", measurement.commit},
                      {"date", measurement.date},
                      {"figures", figures}};
    return object.dump(2) + "\n";
}

bool Change::isWorse() const {
    return worse > std::max(noise, kLeastChange);
}

bool Change::isBetter() const {
    return worse < 0 && 1 / (1 + worse) - 1 > std::max(noise, kLeastChange);
}

Comparison compare(const Measurement& before, const Measurement& after) {
    Comparison comparison;
    std::map<std::string, const Figure*> earlier;
    for (const Figure& figure : before.figures)
        earlier[figure.name] = &figure;
    for (const Figure& figure : after.figures) {
        const auto found = earlier.find(figure.name);
        if (found == earlier.end() || found->second->unit != figure.unit) {
            comparison.onlyAfter.push_back(figure.name);
            continue;
        }
        comparison.changes.push_back(changeOf(*found->second, figure));
        earlier.erase(found);
    }
    for (const auto& [name, figure] : earlier)
        comparison.onlyBefore.push_back(name);
    std::ranges::stable_sort(comparison.changes, std::ranges::greater{}, &Change::worse);
    return comparison;
}

} // namespace unlit::bench
