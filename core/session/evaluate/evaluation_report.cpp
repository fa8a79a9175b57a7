#include "core/session/evaluate/evaluation_report.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/evaluate/protocols.h"
#include "core/image/image_file.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace unlit {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using evaluate::Cell;
using evaluate::cellMetrics;

constexpr int kSchema = 1;
constexpr std::array<const char*, 4> kFiles = {"evaluation.json", "evaluation.csv",
                                               "evaluation_pictures.csv", "contact_sheet.png"};

/// JSON has no infinity.
Json numberOf(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json jsonOf(const Cell& cell) {
    return {{"scale", toString(cell.scale)},
            {"region", toString(cell.region)},
            {"space", toString(cell.space)}};
}

Json jsonOf(const evaluate::Interval& interval) {
    return {{"mean", numberOf(interval.mean)},
            {"low", numberOf(interval.low)},
            {"high", numberOf(interval.high)},
            {"pictures", interval.pictures}};
}

Json protocolsJson(const Cell& cell, ColorSpace encoding) {
    Json list = Json::array();
    for (const evaluate::Protocol& protocol : evaluate::protocols()) {
        Json metrics = Json::array();
        for (const std::string& metric : protocol.metrics)
            for (const evaluate::Protocol* found : evaluate::protocolsOf(cell, metric, encoding))
                if (found == &protocol)
                    metrics.push_back(metric);
        if (!metrics.empty())
            list.push_back({{"name", protocol.name},
                            {"source", protocol.source},
                            {"metrics", metrics},
                            {"caveat", protocol.caveat}});
    }
    return list;
}

Json summaryCells(const evaluate::ModelSummaryTable& model, ColorSpace encoding) {
    Json list = Json::array();
    for (const auto& [cell, metrics] : model.cells) {
        Json entry = jsonOf(cell);
        for (std::size_t m = 0; m < metrics.size(); ++m) {
            Json& metric = entry["metrics"][cellMetrics()[m].name];
            metric = {{"mean", numberOf(metrics[m].mean)}, {"pictures", metrics[m].pictures}};
            if (metrics[m].difference)
                metric["difference"] = jsonOf(*metrics[m].difference);
        }
        entry["protocols"] = protocolsJson(cell, encoding);
        list.push_back(std::move(entry));
    }
    return list;
}

Json pictureCells(const evaluate::PictureFigures& figures) {
    Json list = Json::array();
    for (const auto& [cell, values] : figures.measurement.cells) {
        Json entry = jsonOf(cell);
        for (std::size_t m = 0; m < values.size(); ++m)
            entry["metrics"][cellMetrics()[m].name] = numberOf(values[m]);
        list.push_back(std::move(entry));
    }
    return list;
}

Json whdrJson(const Evaluation& evaluation, std::size_t model) {
    const WhdrFigures& figures = evaluation.whdr[model];
    Json json = {{"delta", 0.10},
                 {"mean", numberOf(figures.mean.mean)},
                 {"pictures", figures.mean.pictures},
                 {"equal_wrong", numberOf(figures.all.equalWrong / figures.all.equal)},
                 {"darker_wrong", numberOf(figures.all.darkerWrong / figures.all.darker)},
                 {"protocol", "Bell et al. 2014"}};
    if (figures.difference)
        json["difference"] = jsonOf(*figures.difference);
    for (std::size_t i = 0; i < figures.pictures.size(); ++i)
        json["per_picture"][evaluation.judgedPictures[i]] = numberOf(figures.pictures[i]);
    return json;
}

Json modelJson(const Evaluation& evaluation, std::size_t index) {
    const evaluate::ModelSummaryTable& table = evaluation.summary.models[index];
    Json json = {{"name", table.name}, {"what", table.what}};
    if (!evaluation.pictures.empty()) {
        json["seconds_per_picture"] = numberOf(table.secondsPerPicture);
        json["tone_mapped_psnr"] = numberOf(table.toneMappedPsnr);
        json["cells"] = summaryCells(table, evaluation.request.encoding);
        json["per_picture"] = Json::array();
        const auto& pictures = evaluation.models[index].pictures;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            if (pictures[i])
                json["per_picture"].push_back({{"picture", evaluation.pictures[i]},
                                               {"seconds", pictures[i]->seconds},
                                               {"cells", pictureCells(*pictures[i])}});
    }
    if (!evaluation.whdr.empty())
        json["whdr"] = whdrJson(evaluation, index);
    return json;
}

Json failuresJson(const Evaluation& evaluation) {
    Json list = Json::array();
    for (const EvaluationFailure& failure : evaluation.failures) {
        Json entry = {{"picture", failure.picture}, {"error", failure.failure.text()}};
        if (!failure.model.empty())
            entry["model"] = failure.model;
        list.push_back(std::move(entry));
    }
    return list;
}

std::string csvNumber(double value) {
    if (!std::isfinite(value))
        return {};
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char character : text) {
        if (character == '"')
            result += '"';
        result += character;
    }
    return result + "\"";
}

std::string csvCell(const Cell& cell) {
    return std::string(toString(cell.scale)) + "," + std::string(toString(cell.region)) + "," +
           std::string(toString(cell.space));
}

std::string protocolNames(const Cell& cell, const std::string& metric, ColorSpace encoding) {
    std::string names;
    for (const evaluate::Protocol* protocol : evaluate::protocolsOf(cell, metric, encoding))
        names += (names.empty() ? "" : "; ") + protocol->name;
    return names;
}

} // namespace

nlohmann::ordered_json evaluationJson(const Evaluation& evaluation) {
    const evaluate::BootstrapOptions& bootstrap = evaluation.request.bootstrap;
    Json json = {{"unlit_evaluation", kSchema},
                 {"dataset", evaluation.request.dataset.source.string()},
                 {"judgements", evaluation.request.judgements.folder.string()},
                 {"encoding", toString(evaluation.request.encoding)},
                 {"bootstrap",
                  {{"seed", bootstrap.seed},
                   {"resamples", bootstrap.resamples},
                   {"confidence", bootstrap.confidence}}},
                 {"pictures", evaluation.summary.pictures}};
    json["metrics"] = Json::array();
    for (const evaluate::CellMetric& metric : cellMetrics())
        json["metrics"].push_back({{"name", metric.name},
                                   {"unit", metric.unit},
                                   {"meaning", metric.meaning},
                                   {"better", metric.isOneBest        ? "one"
                                              : metric.isHigherBetter ? "higher"
                                                                      : "lower"}});
    json["models"] = Json::array();
    for (std::size_t i = 0; i < evaluation.summary.models.size(); ++i)
        json["models"].push_back(modelJson(evaluation, i));
    json["failed"] = failuresJson(evaluation);
    return json;
}

std::string evaluationCsv(const Evaluation& evaluation) {
    std::string text = "model,scale,region,space,metric,mean,pictures,difference,low,high,"
                       "protocols\r\n";
    for (const evaluate::ModelSummaryTable& model : evaluation.summary.models)
        for (const auto& [cell, metrics] : model.cells)
            for (std::size_t m = 0; m < metrics.size(); ++m) {
                const std::string& name = cellMetrics()[m].name;
                text += quoted(model.name) + "," + csvCell(cell) + "," + name + "," +
                        csvNumber(metrics[m].mean) + "," + std::to_string(metrics[m].pictures);
                const auto& difference = metrics[m].difference;
                text += difference
                            ? "," + csvNumber(difference->mean) + "," + csvNumber(difference->low) +
                                  "," + csvNumber(difference->high)
                            : ",,,";
                text +=
                    "," + quoted(protocolNames(cell, name, evaluation.request.encoding)) + "\r\n";
            }
    for (const WhdrFigures& model : evaluation.whdr) {
        text += quoted(model.model) + ",none,all,linear,whdr," + csvNumber(model.mean.mean) + "," +
                std::to_string(model.mean.pictures);
        text += model.difference
                    ? "," + csvNumber(model.difference->mean) + "," +
                          csvNumber(model.difference->low) + "," + csvNumber(model.difference->high)
                    : ",,,";
        text += ",Bell et al. 2014\r\n";
    }
    return text;
}

std::string picturesCsv(const Evaluation& evaluation) {
    std::string text = "picture,model,scale,region,space";
    for (const evaluate::CellMetric& metric : cellMetrics())
        text += "," + metric.name;
    text += "\r\n";
    for (const evaluate::ModelFigures& model : evaluation.models)
        for (std::size_t i = 0; i < model.pictures.size(); ++i) {
            if (!model.pictures[i])
                continue;
            for (const auto& [cell, values] : model.pictures[i]->measurement.cells) {
                text +=
                    quoted(evaluation.pictures[i]) + "," + quoted(model.name) + "," + csvCell(cell);
                for (const double value : values)
                    text += "," + csvNumber(value);
                text += "\r\n";
            }
        }
    return text;
}

void refuseExistingReport(const fs::path& folder, bool overwrite) {
    for (const char* name : kFiles)
        if (!overwrite && fs::exists(folder / name))
            throw Error::invalidInput((folder / name).string() + " exists already",
                                      "choose another folder, or replace it with --overwrite");
}

std::vector<fs::path> writeEvaluation(const Evaluation& evaluation, const fs::path& folder,
                                      bool overwrite) {
    refuseExistingReport(folder, overwrite);
    std::vector<fs::path> written = {folder / kFiles[0], folder / kFiles[1], folder / kFiles[2]};
    // Names that are no UTF-8 must not cost hours of figures.
    writeAtomically(written[0],
                    evaluationJson(evaluation).dump(2, ' ', false, Json::error_handler_t::replace) +
                        "\n");
    writeAtomically(written[1], evaluationCsv(evaluation));
    writeAtomically(written[2], picturesCsv(evaluation));
    if (!evaluation.sheet.empty()) {
        written.push_back(folder / kFiles[3]);
        writeImage(written.back(), evaluation.sheet.draw(),
                   {.format = FileFormat::Png8, .half = false, .overwrite = overwrite});
    }
    return written;
}

} // namespace unlit
