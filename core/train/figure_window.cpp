#include "core/train/figure_window.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

namespace unlit::train {

namespace {

bool isTold(const std::string& tag) {
    return tag.starts_with("train/") || tag.starts_with("time/");
}

} // namespace

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

void FigureWindow::take(const std::vector<Scalar>& figures) {
    for (const Scalar& figure : figures) {
        if (!isTold(figure.tag) || !std::isfinite(figure.value))
            continue;
        std::deque<double>& values = m_values[figure.tag];
        values.push_back(figure.value);
        while (values.size() > static_cast<std::size_t>(m_steps))
            values.pop_front();
    }
}

void FigureWindow::addTo(std::int64_t step, std::vector<Scalar>& figures) {
    take(figures);
    if (step % m_steps != 0)
        return;
    const std::size_t own = figures.size();
    for (std::size_t i = 0; i < own; ++i) {
        const std::string tag = figures[i].tag;
        const auto found = m_values.find(tag);
        if (found == m_values.end())
            continue;
        const std::deque<double>& values = found->second;
        figures.push_back({"median/" + tag, medianOf({values.begin(), values.end()})});
        figures.push_back({"mean/" + tag, std::accumulate(values.begin(), values.end(), 0.0) /
                                              static_cast<double>(values.size())});
    }
}

void FigureWindow::readFrom(const std::filesystem::path& file) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        const auto row = nlohmann::json::parse(line, nullptr, false);
        if (!row.is_object() || !row.contains("train/loss"))
            continue;
        std::vector<Scalar> figures;
        for (const auto& [tag, value] : row.items())
            if (value.is_number())
                figures.push_back({tag, value.get<double>()});
        take(figures);
    }
}

} // namespace unlit::train
