#include "core/evaluate/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::evaluate {

namespace {

using Pictures = std::vector<std::size_t>; ///< indices of those that every model has

Pictures sharedPictures(const std::vector<ModelFigures>& models) {
    Pictures shared;
    if (models.empty())
        return shared;
    for (std::size_t i = 0; i < models.front().pictures.size(); ++i)
        if (std::ranges::all_of(
                models, [i](const ModelFigures& model) { return model.pictures[i].has_value(); }))
            shared.push_back(i);
    return shared;
}

/// One metric of one cell, picture by picture.
std::vector<double> valuesOf(const ModelFigures& model, const Pictures& shared, const Cell& cell,
                             std::size_t metric) {
    std::vector<double> values;
    for (const std::size_t i : shared)
        values.push_back(model.pictures[i]->measurement.cells.at(cell)[metric]);
    return values;
}

MetricSummary meanOf(const std::vector<double>& values) {
    MetricSummary summary;
    double sum = 0;
    for (const double value : values)
        if (std::isfinite(value)) {
            sum += value;
            ++summary.pictures;
        }
    summary.mean = summary.pictures == 0 ? std::numeric_limits<double>::quiet_NaN()
                                         : sum / static_cast<double>(summary.pictures);
    return summary;
}

ModelSummaryTable meansOf(const ModelFigures& model, const Pictures& shared) {
    ModelSummaryTable table{model.name, model.what, {}, 0, 0};
    for (const Cell& cell : allCells())
        for (std::size_t m = 0; m < cellMetrics().size(); ++m)
            table.cells[cell].push_back(meanOf(valuesOf(model, shared, cell, m)));
    std::vector<double> toneMapped;
    std::vector<double> seconds;
    for (const std::size_t i : shared) {
        toneMapped.push_back(model.pictures[i]->measurement.toneMappedPsnr);
        seconds.push_back(model.pictures[i]->seconds);
    }
    table.toneMappedPsnr = meanOf(toneMapped).mean;
    table.secondsPerPicture = meanOf(seconds).mean;
    return table;
}

/// All cells and metrics in one bootstrap: every series sees the same draws.
void addDifferences(ModelSummaryTable& table, const ModelFigures& model, const ModelFigures& first,
                    const Pictures& shared, const BootstrapOptions& options) {
    std::vector<std::vector<double>> series;
    for (const Cell& cell : allCells())
        for (std::size_t m = 0; m < cellMetrics().size(); ++m) {
            std::vector<double> difference = valuesOf(model, shared, cell, m);
            const std::vector<double> base = valuesOf(first, shared, cell, m);
            for (std::size_t i = 0; i < difference.size(); ++i)
                difference[i] -= base[i];
            series.push_back(std::move(difference));
        }
    const std::vector<Interval> intervals = pairedBootstrap(series, options);
    if (intervals.empty())
        return;
    std::size_t next = 0;
    for (const Cell& cell : allCells())
        for (MetricSummary& metric : table.cells[cell])
            metric.difference = intervals[next++];
}

} // namespace

Summary summarize(const std::vector<ModelFigures>& models, const BootstrapOptions& options) {
    const Pictures shared = sharedPictures(models);
    Summary summary{static_cast<std::int64_t>(shared.size()), {}};
    for (const ModelFigures& model : models) {
        summary.models.push_back(meansOf(model, shared));
        if (&model != &models.front())
            addDifferences(summary.models.back(), model, models.front(), shared, options);
    }
    return summary;
}

} // namespace unlit::evaluate
