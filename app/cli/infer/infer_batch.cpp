#include "app/cli/infer/infer_batch.h"

#include "app/cli/infer/infer_flags.h"
#include "core/base/overloaded.h"
#include "core/base/text.h"
#include "core/image/uncertainty_meaning.h"
#include "core/session/command_text.h"
#include "core/session/infer/inference_settings.h"
#include "core/session/infer/side_car.h"
#include "core/strokes/stroke_json.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace unlit::cli {

namespace {

/// Requests that wait in the session: enough that it never waits, and not a copy of all of them.
constexpr std::size_t kMostOpen = 32;

/// The longest time that Ctrl+C waits to be heard.
constexpr std::chrono::milliseconds kPollPeriod{100};

Json pathsJson(const std::map<std::string, std::filesystem::path>& paths) {
    Json json = Json::object();
    for (const auto& [target, path] : paths)
        json[target] = path.string();
    return json;
}

/// What the numbers of each uncertainty picture are.
Json uncertaintyMeanings(const std::vector<TargetPrediction>& targets) {
    Json json = Json::object();
    for (const TargetPrediction& target : targets)
        if (target.uncertainty && target.uncertainty->metadata.contains(kUncertaintyKey))
            json[target.name] = target.uncertainty->metadata.at(kUncertaintyKey);
    return json;
}

std::size_t requestsIn(const std::vector<BatchPart>& parts) {
    std::size_t count = 0;
    for (const BatchPart& part : parts)
        count += part.requests.size();
    return count;
}

std::string badPixelsText(const InferenceResult& result) {
    return result.request.input.string() + ": " + std::to_string(result.badPixels) +
           (result.badPixels == 1 ? " pixel is" : " pixels are") +
           " NaN or infinite; the network was shown clipped values there";
}

} // namespace

Json resultJson(const InferenceResult& result) {
    const std::vector<TargetPrediction>& targets = result.prediction.targets;
    const UsedSettings& used = result.prediction.used;
    Json json;
    json["input"] = result.request.input.string();
    json["outputs"] = pathsJson(result.outputs);
    json["uncertainty"] = pathsJson(result.uncertaintyOutputs);
    json["uncertainty_is"] = uncertaintyMeanings(targets);
    json["width"] = targets.empty() ? 0 : targets.front().image.width;
    json["height"] = targets.empty() ? 0 : targets.front().image.height;
    json["seconds"] = result.seconds;
    json["layer"] = result.layer;
    json["input_space_reason"] = result.spaceReason;
    json["input_notes"] = result.inputNotes;
    json["exposure_ev"] = result.exposureEv;
    json["members"] = used.members;
    json["bad_pixels"] = result.badPixels;
    if (result.paint)
        json["paint_limits"] = {{"low", result.request.output->paintLimits.low},
                                {"high", result.request.output->paintLimits.high},
                                {"below", result.paint->below},
                                {"above", result.paint->above}};
    json["network_width"] = used.networkWidth;
    json["network_height"] = used.networkHeight;
    json["sidecar"] = result.sidecar.empty() ? Json() : Json(result.sidecar.string());
    if (result.request.sequence)
        json["sequence"] = sequenceJson(result);
    if (result.request.strokes)
        json["strokes"] = strokesJson(*result.request.strokes);
    json["command"] = inferCommand(result.request);
    json["settings"] = settingsJson(result);
    return json;
}

InferBatch::InferBatch(Console& console, Interrupt& interrupt, std::vector<BatchPart> parts)
    : m_console(console), m_interrupt(interrupt),
      m_progress(console, static_cast<int>(requestsIn(parts))) {
    take(std::move(parts));
}

/// A folder may hold a hundred thousand pictures: each request is there once.
void InferBatch::take(std::vector<BatchPart> parts) {
    m_requests.reserve(requestsIn(parts));
    for (BatchPart& part : parts) {
        const std::size_t begin = m_requests.size();
        std::ranges::move(part.requests, std::back_inserter(m_requests));
        m_parts.push_back({begin, m_requests.size(), part.isSequence});
        part.requests = {};
    }
}

void InferBatch::submitParts(InferenceSession& session) {
    for (const Range& part : m_parts) {
        const std::span requests = std::span(m_requests).subspan(part.begin, part.end - part.begin);
        if (!part.isSequence) {
            for (const InferenceRequest& request : requests)
                m_open[session.submit(request)] = m_next++;
            continue;
        }
        for (const JobId job : session.submitSequence({requests.begin(), requests.end()}))
            m_open[job] = m_next++;
    }
}

BatchOutcome InferBatch::run() {
    InferenceSession session(m_listener);
    const bool hasSequences = std::ranges::any_of(m_parts, &Range::isSequence);
    if (hasSequences)
        submitParts(session); // anchors and sequences exclude each other
    else
        submitWaiting(session);
    while (!m_open.empty()) {
        for (const Event& event : m_listener.take(kPollPeriod))
            handle(event);
        if (!m_outcome.isCancelled && !m_interrupt.isRequested())
            submitWaiting(session);
        if (m_interrupt.isRequested() && !m_outcome.isCancelled) {
            m_outcome.isCancelled = true;
            session.cancelAll();
        }
    }
    m_console.endProgress();
    return std::move(m_outcome);
}

void InferBatch::submit(InferenceSession& session, std::size_t index) {
    InferenceRequest& request = m_requests[index];
    if (request.anchor && m_albedoScale) {
        request.output->albedoScale = *m_albedoScale;
        request.anchor.reset();
    }
    m_open[session.submit(request)] = index;
}

void InferBatch::submitWaiting(InferenceSession& session) {
    const auto mustWait = [this] {
        return m_requests[m_next].anchor && !m_albedoScale && !m_open.empty();
    };
    while (m_next < m_requests.size() && m_open.size() < kMostOpen && !mustWait())
        submit(session, m_next++);
}

void InferBatch::handle(const Event& event) {
    const auto open = m_open.find(event.job);
    if (open == m_open.end())
        return;
    const InferenceRequest& request = m_requests[open->second];
    const Overloaded handlers{
        [&](const Started& body) { started(event, body); },
        [&](const Progress& progress) {
            if (event.job == m_shown)
                m_progress.advanced(progress);
        },
        [](const auto&) {}, // of no interest here
        [&](const ResultReady& body) {
            if (request.anchor)
                m_albedoScale = body.result->request.output->albedoScale;
            tellResult(*body.result);
        },
        [&](const LogLine& line) {
            if (line.level == LogLine::Level::Warning)
                m_console.warning(line.text);
            else
                m_console.note(line.text);
        },
        [&](const Finished& finished) {
            finish(request, finished);
            m_open.erase(open);
        },
    };
    std::visit(handlers, event.body);
}

void InferBatch::started(const Event& event, const Started& body) {
    m_shown = event.job;
    m_hasResult = false;
    m_progress.started(body.title);
}

void InferBatch::finish(const InferenceRequest& request, const Finished& finished) {
    if (finished.outcome == Outcome::Done && !m_hasResult) {
        m_outcome.kept.push_back(request.input.string()); // and a line has said so
        return;
    }
    if (finished.outcome == Outcome::Done) {
        m_progress.finished("done in " + formatSeconds(m_seconds));
        return;
    }
    if (finished.outcome == Outcome::Cancelled) {
        m_outcome.isCancelled = true;
        return;
    }
    const std::string error =
        finished.failure ? finished.failure->text() : "failed without a reason";
    const std::string input = request.input.string();
    // Most sentences name the file themselves.
    const bool namesInput = error.find(input) != std::string::npos;
    m_console.error(namesInput ? error : input + ": " + error);
    m_outcome.failed.push_back({{"input", input}, {"error", error}});
    m_progress.finished("failed");
}

void InferBatch::tellResult(const InferenceResult& result) {
    m_seconds = result.seconds;
    m_hasResult = true;
    if (result.outputs.empty())
        return; // nothing could be written, and Finished says why
    if (result.badPixels > 0)
        m_console.warning(badPixelsText(result));
    for (const auto& paths : {result.outputs, result.uncertaintyOutputs})
        for (const auto& [target, path] : paths)
            m_console.result(path.string());
    if (!result.sidecar.empty())
        m_console.result(result.sidecar.string());
    ++m_outcome.done;
    if (m_console
            .isJson()) // a page of settings each, which a hundred thousand pictures need not keep
        m_outcome.results.push_back(resultJson(result));
}

} // namespace unlit::cli
