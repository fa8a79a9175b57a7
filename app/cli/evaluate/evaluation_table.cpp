#include "app/cli/evaluate/evaluation_table.h"

#include "app/cli/live_line.h"
#include "core/base/distinct_names.h"
#include "core/base/text.h"
#include "core/evaluate/protocols.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

namespace unlit::cli {

namespace {

using evaluate::Cell;
using evaluate::cellMetrics;
using evaluate::MetricSummary;

constexpr int kFigureWidth = 10;
constexpr int kMostNameColumns = 28;

/// Four digits that count; "-" where there is no value.
std::string figureText(double value, bool withSign) {
    if (!std::isfinite(value))
        return "-";
    std::array<char, 32> text{};
    const double size = std::abs(value);
    const int decimals = size >= 100 ? 1 : size >= 10 ? 2 : size >= 0.1 || size == 0 ? 4 : 5;
    std::snprintf(text.data(), text.size(), withSign ? "%+.*f" : "%.*f", decimals, value);
    return text.data();
}

/// Of a metric, for the head of a column.
std::string shortName(const std::string& metric) {
    if (metric == "chroma_fidelity")
        return "chroma";
    if (metric == "contrast_slope")
        return "contrast";
    return metric == "chroma_spread" ? "spread" : metric;
}

std::string padded(const std::string& text, int columns, bool toTheLeft) {
    const std::string blanks(static_cast<std::size_t>(std::max(0, columns - columnsOf(text))), ' ');
    return toTheLeft ? text + blanks : blanks + text;
}

class TableText {
public:
    explicit TableText(const Evaluation& evaluation) : m_evaluation(evaluation) {
        m_nameColumns = 14; // "    difference"
        const std::vector<std::string>& models = evaluation.request.models;
        const std::vector<std::string> names = distinctNames(models);
        for (std::size_t i = 0; i < models.size(); ++i) {
            m_names[models[i]] = names[i];
            m_nameColumns = std::max(
                m_nameColumns, std::min(columnsOf(printable(names[i])) + 2, kMostNameColumns));
        }
    }

    std::vector<std::string> lines() {
        if (!m_evaluation.pictures.empty())
            addCells();
        if (!m_evaluation.whdr.empty())
            addWhdr();
        return std::move(m_lines);
    }

private:
    std::string nameOf(const std::string& model) const {
        const auto found = m_names.find(model);
        return found == m_names.end() ? model : found->second;
    }

    void addRow(const std::string& name, const std::vector<std::string>& figures) {
        std::string line =
            padded(cutToColumns(printable(name), m_nameColumns), m_nameColumns, true);
        for (const std::string& figure : figures)
            line += padded(figure, kFigureWidth, false);
        m_lines.push_back(line);
    }

    void addHead(const Cell& cell) {
        m_lines.push_back("");
        m_lines.push_back(textOf(cell));
        std::vector<std::string> names;
        for (const auto& metric : cellMetrics())
            names.push_back(shortName(metric.name));
        addRow("", names);
    }

    void addModel(const evaluate::ModelSummaryTable& model, const Cell& cell) {
        std::vector<std::string> means;
        std::vector<std::string> differences;
        std::vector<std::string> lows;
        std::vector<std::string> highs;
        bool isCompared = false;
        for (const MetricSummary& metric : model.cells.at(cell)) {
            means.push_back(figureText(metric.mean, false));
            if (!metric.difference)
                continue;
            isCompared = true;
            differences.push_back(figureText(metric.difference->mean, true));
            lows.push_back(figureText(metric.difference->low, true));
            highs.push_back(figureText(metric.difference->high, true));
        }
        addRow("  " + nameOf(model.name), means);
        if (!isCompared)
            return;
        addRow("    difference", differences);
        addRow("      from", lows);
        addRow("      to", highs);
    }

    void addProtocols(const Cell& cell) {
        for (const evaluate::Protocol& protocol : evaluate::protocols()) {
            std::string metrics;
            for (const std::string& metric : protocol.metrics)
                for (const auto* found :
                     evaluate::protocolsOf(cell, metric, m_evaluation.request.encoding))
                    if (found == &protocol)
                        metrics += (metrics.empty() ? "" : ", ") + metric;
            if (!metrics.empty())
                m_lines.push_back("  " + metrics + " as in " + protocol.name + " (" +
                                  protocol.caveat + ")");
        }
    }

    void addCells() {
        m_lines.push_back(std::to_string(m_evaluation.summary.pictures) + " of " +
                          std::to_string(m_evaluation.pictures.size()) + " pictures; encoded = " +
                          std::string(toString(m_evaluation.request.encoding)) +
                          (m_evaluation.isMasked ? "" : "; no pixel is masked"));
        for (const Cell& cell : evaluate::allCells()) {
            if (!m_evaluation.isMasked && cell.region == evaluate::Region::Masked)
                continue;
            addHead(cell);
            for (const auto& model : m_evaluation.summary.models)
                addModel(model, cell);
            addProtocols(cell);
        }
    }

    void addWhdr() {
        m_lines.push_back("");
        m_lines.push_back("WHDR, delta 0.10, as in Bell et al. 2014" +
                          std::string(m_evaluation.request.judgements.testOnly
                                          ? " on the test split of Narihira et al. 2015"
                                          : "") +
                          "; " + std::to_string(m_evaluation.whdr.front().mean.pictures) + " of " +
                          std::to_string(m_evaluation.judgedPictures.size()) + " pictures");
        addRow("", {"whdr", "equal", "darker", "change", "from", "to"});
        for (const WhdrFigures& model : m_evaluation.whdr) {
            std::vector<std::string> figures = {
                figureText(model.mean.mean, false),
                figureText(model.all.equalWrong / model.all.equal, false),
                figureText(model.all.darkerWrong / model.all.darker, false)};
            if (model.difference)
                for (const double value :
                     {model.difference->mean, model.difference->low, model.difference->high})
                    figures.push_back(figureText(value, true));
            addRow("  " + nameOf(model.model), figures);
        }
    }

    const Evaluation& m_evaluation;
    std::map<std::string, std::string> m_names; ///< of models, by their paths
    int m_nameColumns = 0;
    std::vector<std::string> m_lines;
};

} // namespace

std::vector<std::string> evaluationLines(const Evaluation& evaluation) {
    return TableText(evaluation).lines();
}

} // namespace unlit::cli
