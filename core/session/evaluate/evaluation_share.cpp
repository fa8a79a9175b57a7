#include "core/session/evaluate/evaluation_share.h"

#include "core/base/distinct_names.h"
#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace unlit {

namespace {

using PartJson = nlohmann::json;

PartJson partOf(const evaluate::PictureFigures& figures) {
    PartJson cells = PartJson::array();
    for (const auto& [cell, values] : figures.measurement.cells)
        cells.push_back({static_cast<int>(cell.scale), static_cast<int>(cell.region),
                         static_cast<int>(cell.space), values});
    return {{"cells", std::move(cells)},
            {"tone_mapped", figures.measurement.toneMappedPsnr},
            {"seconds", figures.seconds}};
}

evaluate::PictureFigures figuresOf(const PartJson& part) {
    evaluate::PictureFigures figures;
    for (const PartJson& cell : part.at("cells")) {
        const evaluate::Cell key{static_cast<evaluate::ScaleKind>(cell.at(0).get<int>()),
                                 static_cast<evaluate::Region>(cell.at(1).get<int>()),
                                 static_cast<evaluate::ValueSpace>(cell.at(2).get<int>())};
        figures.measurement.cells[key] = cell.at(3).get<evaluate::CellFigures>();
    }
    figures.measurement.toneMappedPsnr = part.at("tone_mapped");
    figures.seconds = part.at("seconds");
    return figures;
}

PartJson partOf(const WhdrFigures& figures, std::size_t picture) {
    const evaluate::JudgementErrors& errors = figures.errors[picture];
    return {figures.pictures[picture], errors.equal, errors.equalWrong, errors.darker,
            errors.darkerWrong};
}

void take(WhdrFigures& figures, std::size_t picture, const PartJson& part) {
    figures.pictures[picture] = part.at(0);
    figures.errors[picture] = {part.at(1), part.at(2), part.at(3), part.at(4)};
}

PartJson partOf(const evaluate::ContactSheet& sheet) {
    PartJson tiles = PartJson::array();
    for (const auto& [row, images] : sheet.rows())
        for (const auto& [column, tile] : images)
            tiles.push_back({row, column, tile.width, tile.height, tile.samples});
    return {{"tiles", std::move(tiles)}, {"names", sheet.names()}};
}

void take(evaluate::ContactSheet& sheet, const PartJson& part) {
    for (const PartJson& of : part.at("tiles")) {
        Image tile = makeImage(of.at(2), of.at(3), {"R", "G", "B"}, ColorSpace::Srgb);
        tile.samples = of.at(4).get<std::vector<float>>();
        sheet.putTile(of.at(0), of.at(1), std::move(tile));
    }
    for (const auto& [row, name] : part.at("names").get<std::map<std::size_t, std::string>>())
        sheet.nameRow(row, name);
}

PartJson partOf(const EvaluationFailure& failure) {
    return {failure.picture, failure.model, static_cast<int>(failure.failure.kind),
            failure.failure.message, failure.failure.hint};
}

EvaluationFailure failureOf(const PartJson& part) {
    return {part.at(0),
            part.at(1),
            {static_cast<ErrorKind>(part.at(2).get<int>()), part.at(3), part.at(4), {}}};
}

/// Of one model: what the share has.
PartJson partOf(const Evaluation& share, std::size_t model) {
    PartJson part = {{"what", share.models[model].what},
                     {"pictures", PartJson::array()},
                     {"judged", PartJson::array()}};
    const auto& pictures = share.models[model].pictures;
    for (std::size_t i = 0; i < pictures.size(); ++i)
        if (pictures[i])
            part["pictures"].push_back({i, partOf(*pictures[i])});
    if (model < share.whdr.size())
        for (std::size_t i = 0; i < share.judgedPictures.size(); ++i)
            if (share.request.share.has(i))
                part["judged"].push_back({i, partOf(share.whdr[model], i)});
    return part;
}

void take(Evaluation& evaluation, std::size_t model, const PartJson& part) {
    evaluation.models[model].what = part.at("what");
    for (const PartJson& picture : part.at("pictures"))
        evaluation.models[model].pictures.at(picture.at(0).get<std::size_t>()) =
            figuresOf(picture.at(1));
    for (const PartJson& judged : part.at("judged"))
        take(evaluation.whdr.at(model), judged.at(0), judged.at(1));
}

void take(Evaluation& evaluation, const PartJson& part) {
    for (std::size_t m = 0; m < evaluation.models.size(); ++m)
        take(evaluation, m, part.at("models").at(m));
    for (const PartJson& failure : part.at("failures"))
        evaluation.failures.push_back(failureOf(failure));
    take(evaluation.sheet, part.at("sheet"));
    evaluation.isMasked = evaluation.isMasked || part.at("is_masked").get<bool>();
}

/// As yet without a figure.
Evaluation emptyOf(const EvaluationRequest& request, const PartJson& anyPart) {
    Evaluation evaluation;
    evaluation.request = request;
    evaluation.sheet = evaluate::ContactSheet(sheetColumns(request.models));
    evaluation.pictures = anyPart.at("pictures").get<std::vector<std::string>>();
    evaluation.judgedPictures = anyPart.at("judged_pictures").get<std::vector<std::string>>();
    const std::size_t judged = evaluation.judgedPictures.size();
    for (const std::string& model : request.models) {
        evaluation.models.push_back({model, {}, {}});
        evaluation.models.back().pictures.resize(evaluation.pictures.size());
        if (judged == 0)
            continue;
        evaluation.whdr.emplace_back().model = model;
        evaluation.whdr.back().pictures.assign(judged, std::numeric_limits<double>::quiet_NaN());
        evaluation.whdr.back().errors.resize(judged);
    }
    return evaluation;
}

/// Over the pictures that every model has, with the differences to the first model.
void summarizeWhdr(Evaluation& evaluation) {
    auto& all = evaluation.whdr;
    std::vector<std::size_t> shared;
    for (std::size_t i = 0; i < evaluation.judgedPictures.size(); ++i)
        if (std::ranges::all_of(
                all, [i](const WhdrFigures& model) { return std::isfinite(model.pictures[i]); }))
            shared.push_back(i);
    for (WhdrFigures& model : all) {
        std::vector<double> values;
        std::vector<double> differences;
        for (const std::size_t i : shared) {
            values.push_back(model.pictures[i]);
            model.all += model.errors[i];
            differences.push_back(model.pictures[i] - all.front().pictures[i]);
        }
        const auto intervals =
            evaluate::pairedBootstrap({values, differences}, evaluation.request.bootstrap);
        model.mean.mean = std::numeric_limits<double>::quiet_NaN();
        if (intervals.empty())
            continue;
        model.mean = intervals[0];
        if (&model != &all.front())
            model.difference = intervals[1];
    }
}

/// Threads and processes find them in any order.
void sortFailures(Evaluation& evaluation) {
    const auto placeIn = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) - names.begin();
    };
    const auto placeOf = [&](const EvaluationFailure& failure) {
        return std::tuple(placeIn(evaluation.pictures, failure.picture),
                          placeIn(evaluation.judgedPictures, failure.picture),
                          failure.model.empty()
                              ? std::ptrdiff_t{-1}
                              : placeIn(evaluation.request.models, failure.model));
    };
    std::ranges::stable_sort(evaluation.failures, {}, placeOf);
}

} // namespace

std::vector<std::string> sheetColumns(const std::vector<std::string>& models) {
    std::vector<std::string> columns = {"input"};
    for (const std::string& name : distinctNames(models))
        columns.push_back(name == "input" ? "input as answer" : name); // a baseline
    columns.emplace_back("truth");
    return columns;
}

void summarizeEvaluation(Evaluation& evaluation) {
    sortFailures(evaluation);
    evaluation.summary = evaluate::summarize(evaluation.models, evaluation.request.bootstrap);
    summarizeWhdr(evaluation);
}

std::string evaluationPart(const Evaluation& share) {
    PartJson part = {{"pictures", share.pictures},   {"judged_pictures", share.judgedPictures},
                     {"models", PartJson::array()},  {"failures", PartJson::array()},
                     {"sheet", partOf(share.sheet)}, {"is_masked", share.isMasked}};
    for (std::size_t m = 0; m < share.models.size(); ++m)
        part["models"].push_back(partOf(share, m));
    for (const EvaluationFailure& failure : share.failures)
        part["failures"].push_back(partOf(failure));
    const std::vector<std::uint8_t> bytes = PartJson::to_cbor(part);
    return {bytes.begin(), bytes.end()};
}

Evaluation joinedEvaluation(const EvaluationRequest& request,
                            const std::vector<std::string>& parts) {
    try {
        std::vector<PartJson> read;
        for (const std::string& part : parts)
            read.push_back(PartJson::from_cbor(part));
        Evaluation evaluation = emptyOf(request, read.at(0));
        for (const PartJson& part : read)
            take(evaluation, part);
        summarizeEvaluation(evaluation);
        return evaluation;
    } catch (const nlohmann::json::exception& error) {
        throw Error::internal(std::string("a part of an evaluation cannot be read: ") +
                              error.what());
    } catch (const std::out_of_range&) {
        throw Error::internal("parts of an evaluation do not fit each other");
    }
}

} // namespace unlit
