#include "bench/scripted_hand.h"

#include "bench/stopwatch.h"
#include "core/strokes/stroke_field.h"

#include <algorithm>
#include <cmath>

namespace unlit::bench {

namespace {

constexpr int kLongSide = 128;      // cells
constexpr double kSamePaint = 0.06; // differences of logarithms that nobody sees
constexpr double kSameLight = 0.08;
constexpr double kRight = 0.35; // of the error where it is worst: there the albedo is right
constexpr int kFarthest = 60;   // cells
constexpr int kNearest = 4;
constexpr int kBlur = 3;
constexpr float kLineCells = 1.5F;
constexpr float kDotCells = 3;
constexpr int kTries = 6;

} // namespace

ScriptedHand::ScriptedHand(const Image& picture, const Image& truth, const Image& mask)
    : m_picture(picture) {
    const double scale = std::min(1.0, double{kLongSide} / std::max(picture.width, picture.height));
    m_width = std::max(1, static_cast<int>(picture.width * scale));
    m_height = std::max(1, static_cast<int>(picture.height * scale));
    m_truthMap = mapOf(truth);
    m_lightMap = mapOf(picture);
    m_valid.assign(m_truthMap.values[0].size(), 1);
    Image surface = makeImage(mask.width, mask.height, {"R", "G", "B"}, ColorSpace::Linear);
    for (std::size_t i = 0; i < surface.samples.size(); ++i)
        surface.samples[i] = mask.samples[i % mask.planeSize()] > 0 ? 1.0F : 0.0F;
    const Map seen = mapOf(surface);
    for (std::size_t i = 0; i < m_valid.size(); ++i) {
        m_valid[i] = seen.values[0][i] > -0.01F ? 1 : 0; // all of it is surface
        for (auto c : {0, 1, 2})
            m_lightMap.values[c][i] -= m_truthMap.values[c][i];
    }
}

ScriptedHand::Map ScriptedHand::mapOf(const Image& linear) const {
    Map map;
    const auto width = static_cast<std::size_t>(linear.width);
    for (int c = 0; c < 3; ++c) {
        const auto plane = linear.plane(c);
        for (int y = 0; y < m_height; ++y)
            for (int x = 0; x < m_width; ++x) {
                double sum = 0;
                int count = 0;
                for (int row = y * linear.height / m_height;
                     row < (y + 1) * linear.height / m_height; ++row)
                    for (int column = x * linear.width / m_width;
                         column < (x + 1) * linear.width / m_width; ++column, ++count)
                        sum += std::log(std::max(plane[static_cast<std::size_t>(row) * width +
                                                       static_cast<std::size_t>(column)],
                                                 1e-3F));
                map.values[c].push_back(static_cast<float>(sum / std::max(count, 1)));
            }
    }
    return map;
}

double ScriptedHand::errorOf(const Image& albedo, std::vector<float>* wrong, double* offset) const {
    const Map map = mapOf(albedo);
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < m_valid.size(); ++i)
        if (m_valid[i] != 0) {
            for (int c = 0; c < 3; ++c)
                sum += map.values[c][i] - m_truthMap.values[c][i];
            count += 3;
        }
    const double mean = sum / std::max(count, 1.0);
    double squares = 0;
    std::vector<float> error(m_valid.size(), 0);
    for (std::size_t i = 0; i < m_valid.size(); ++i)
        if (m_valid[i] != 0) {
            double square = 0;
            for (int c = 0; c < 3; ++c)
                square += std::pow(map.values[c][i] - m_truthMap.values[c][i] - mean, 2);
            squares += square;
            error[i] = static_cast<float>(std::sqrt(square / 3));
        }
    if (offset != nullptr)
        *offset = mean;
    if (wrong != nullptr) {
        wrong->assign(error.size(), 0);
        for (int y = 0; y < m_height; ++y)
            for (int x = 0; x < m_width; ++x) {
                float around = 0;
                int cells = 0;
                for (int row = std::max(0, y - kBlur); row <= std::min(m_height - 1, y + kBlur);
                     ++row)
                    for (int column = std::max(0, x - kBlur);
                         column <= std::min(m_width - 1, x + kBlur); ++column, ++cells)
                        around += error[static_cast<std::size_t>(row * m_width + column)];
                (*wrong)[static_cast<std::size_t>(y * m_width + x)] =
                    around / static_cast<float>(cells);
            }
    }
    return std::sqrt(squares / std::max(count, 1.0));
}

double ScriptedHand::distance(std::size_t a, std::size_t b, bool isPaint) const {
    const Map& map = isPaint ? m_truthMap : m_lightMap;
    double most = 0;
    for (int c = 0; c < 3; ++c)
        most = std::max(most, std::abs(double{map.values[c][a]} - map.values[c][b]));
    return most;
}

bool ScriptedHand::isLine(std::size_t from, std::size_t to, bool isPaint) const {
    const auto width = static_cast<std::size_t>(m_width);
    const double x0 = static_cast<double>(from % width);
    const double y0 = static_cast<double>(from / width);
    const double dx = static_cast<double>(to % width) - x0;
    const double dy = static_cast<double>(to / width) - y0;
    const int steps = static_cast<int>(std::max(std::abs(dx), std::abs(dy)));
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / std::max(steps, 1);
        const auto at = static_cast<std::size_t>(std::lround(y0 + share * dy)) * width +
                        static_cast<std::size_t>(std::lround(x0 + share * dx));
        if (m_valid[at] == 0 ||
            distance(from, at, isPaint) > 1.5 * (isPaint ? kSamePaint : kSameLight))
            return false;
    }
    return true;
}

StrokePoint ScriptedHand::pointOf(std::size_t place) const {
    const auto width = static_cast<std::size_t>(m_width);
    return {(static_cast<float>(place % width) + 0.5F) * static_cast<float>(m_picture.width) /
                static_cast<float>(m_width),
            (static_cast<float>(place / width) + 0.5F) * static_cast<float>(m_picture.height) /
                static_cast<float>(m_height)};
}

Stroke ScriptedHand::strokeAt(std::size_t place, const std::vector<float>& wrong,
                              double offset) const {
    const float cell = static_cast<float>(m_picture.width) / static_cast<float>(m_width);
    const auto width = static_cast<std::size_t>(m_width);
    for (const bool isPaint : {true, false}) {
        double nearest = kFarthest;
        std::size_t other = place;
        for (std::size_t q = 0; q < m_valid.size(); ++q) {
            const double far =
                std::hypot(static_cast<double>(q % width) - static_cast<double>(place % width),
                           static_cast<double>(q / width) - static_cast<double>(place / width));
            if (m_valid[q] == 0 || far < kNearest || far >= nearest ||
                wrong[q] > kRight * wrong[place] ||
                distance(place, q, isPaint) > (isPaint ? kSamePaint : kSameLight) ||
                (!isPaint && distance(place, q, true) < 2 * kSamePaint) ||
                !isLine(place, q, isPaint))
                continue;
            nearest = far;
            other = q;
        }
        if (other != place)
            return {.kind = isPaint ? StrokeKind::SamePaint : StrokeKind::SameLight,
                    .radius = kLineCells * cell,
                    .points = {pointOf(place), pointOf(other)}};
    }
    Stroke dot{
        .kind = StrokeKind::ThisBright, .radius = kDotCells * cell, .points = {pointOf(place)}};
    for (int c = 0; c < 3; ++c)
        dot.value.push_back(
            std::clamp(std::exp(double{m_truthMap.values[c][place]} + offset), 1e-3, 1.0));
    return dot;
}

bool ScriptedHand::draw(const StrokeSolver& solver, const Image& albedo, StrokeSet& set,
                        Image& corrected) {
    for (int attempt = 0; attempt < kTries; ++attempt) {
        std::vector<float> wrong;
        double offset = 0;
        const double before = errorOf(corrected, &wrong, &offset);
        for (const std::size_t given : m_left)
            for (std::size_t i = 0; i < wrong.size(); ++i) {
                const StrokePoint a = pointOf(given);
                const StrokePoint b = pointOf(i);
                if (std::hypot(a.x - b.x, a.y - b.y) < 0.06F * static_cast<float>(m_picture.width))
                    wrong[i] = 0;
            }
        for (std::size_t i = 0; i < wrong.size(); ++i)
            if (m_valid[i] == 0)
                wrong[i] = 0;
        const auto worst =
            static_cast<std::size_t>(std::ranges::max_element(wrong) - wrong.begin());
        if (wrong[worst] <= 0)
            return false;
        set.strokes.push_back(strokeAt(worst, wrong, offset));
        Image next = albedo;
        m_seconds.push_back(bench::seconds([&] {
            const StrokeSolution solution = solver.solve(set);
            if (!solution.empty())
                solver.field(solution).apply(next, m_picture, {});
        }));
        m_left.push_back(worst);
        if (errorOf(next, nullptr, nullptr) < before) {
            corrected = std::move(next);
            return true;
        }
        set.strokes.pop_back();
        ++m_takenBack;
    }
    return false;
}

} // namespace unlit::bench
