#include "core/evaluate/whdr.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

namespace unlit::evaluate {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uintmax_t kLargestFile = 64u << 20; // they take some hundred kilobytes
constexpr double kDarkest = 1e-10;
constexpr const char* kHint = "take the JSON file of the data set as it is";

struct Point {
    double x = 0;
    double y = 0;
    bool isOpaque = true;
};

using Points = std::map<std::int64_t, Point>;

bool isShare(double value) {
    return value >= 0 && value <= 1;
}

Points pointsOf(const Json& json, const fs::path& file) {
    Points points;
    for (const Json& entry : json.at("intrinsic_points")) {
        const Point point{entry.at("x").get<double>(), entry.at("y").get<double>(),
                          entry.value("opaque", true)};
        const auto id = entry.at("id").get<std::int64_t>();
        if (!isShare(point.x) || !isShare(point.y))
            throw Error::corrupt(file, "point " + std::to_string(id) + " lies outside the picture",
                                 kHint);
        points.emplace(id, point);
    }
    return points;
}

std::optional<Darker> verdictOf(const Json& comparison) {
    const Json& darker = comparison.at("darker");
    if (darker == "1")
        return Darker::First;
    if (darker == "2")
        return Darker::Second;
    if (darker == "E")
        return Darker::Equal;
    return {};
}

const Point& pointOf(const Points& points, const Json& comparison, const char* key,
                     const fs::path& file) {
    const auto id = comparison.at(key).get<std::int64_t>();
    const auto found = points.find(id);
    if (found == points.end())
        throw Error::corrupt(
            file, "a comparison speaks of point " + std::to_string(id) + ", which is not there",
            kHint);
    return found->second;
}

std::vector<Judgement> judgementsOf(const Json& json, const fs::path& file) {
    const Points points = pointsOf(json, file);
    std::vector<Judgement> judgements;
    for (const Json& comparison : json.at("intrinsic_comparisons")) {
        const auto verdict = verdictOf(comparison);
        const Json& score = comparison.at("darker_score");
        const Point& first = pointOf(points, comparison, "point1", file);
        const Point& second = pointOf(points, comparison, "point2", file);
        if (!verdict || score.is_null() || !(score.get<double>() > 0) || !first.isOpaque ||
            !second.isOpaque)
            continue;
        judgements.push_back({first.x, first.y, second.x, second.y, *verdict, score.get<double>()});
    }
    return judgements;
}

double lightnessAt(const Image& linear, double x, double y) {
    const int column = std::min(static_cast<int>(x * linear.width), linear.width - 1);
    const int row = std::min(static_cast<int>(y * linear.height), linear.height - 1);
    const std::size_t pixel =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(linear.width) +
        static_cast<std::size_t>(column);
    double sum = 0;
    for (int c = 0; c < linear.channelCount(); ++c)
        sum += linear.plane(c)[pixel];
    return std::max(kDarkest, sum / linear.channelCount());
}

} // namespace

std::vector<Judgement> readJudgements(const fs::path& file) {
    std::error_code problem;
    const std::uintmax_t size = fs::file_size(file, problem);
    if (problem)
        throw Error::system(problem.value(), "cannot read", file);
    if (size > kLargestFile)
        throw Error::corrupt(file, "it is too large for a judgement file", kHint);
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream)
        throw Error(ErrorKind::Io, "cannot read " + file.string(), "look at its permissions");
    return parseJudgements(text.str(), file);
}

std::vector<Judgement> parseJudgements(std::string_view text, const fs::path& file) {
    try {
        return judgementsOf(Json::parse(text), file);
    } catch (const Json::exception& error) {
        throw Error::corrupt(file, std::string("it is no judgement file: ") + error.what(), kHint);
    }
}

JudgementErrors& operator+=(JudgementErrors& errors, const JudgementErrors& other) {
    errors.equal += other.equal;
    errors.equalWrong += other.equalWrong;
    errors.darker += other.darker;
    errors.darkerWrong += other.darkerWrong;
    return errors;
}

JudgementErrors judgementErrors(const Image& linear, const std::vector<Judgement>& judgements,
                                double delta) {
    JudgementErrors errors;
    for (const Judgement& judgement : judgements) {
        const double first = lightnessAt(linear, judgement.x1, judgement.y1);
        const double second = lightnessAt(linear, judgement.x2, judgement.y2);
        Darker ours = Darker::Equal;
        if (second / first > 1 + delta)
            ours = Darker::First;
        else if (first / second > 1 + delta)
            ours = Darker::Second;
        const double wrong = ours == judgement.darker ? 0 : judgement.weight;
        const bool isEqual = judgement.darker == Darker::Equal;
        (isEqual ? errors.equal : errors.darker) += judgement.weight;
        (isEqual ? errors.equalWrong : errors.darkerWrong) += wrong;
    }
    return errors;
}

double whdr(const Image& linear, const std::vector<Judgement>& judgements, double delta) {
    return judgementErrors(linear, judgements, delta).whdr();
}

} // namespace unlit::evaluate
