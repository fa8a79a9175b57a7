// Runs a list of requests through a session, prints as it goes, and collects what came out.
#pragma once

#include "app/cli/console_listener.h"
#include "app/cli/infer/batch_progress.h"
#include "app/cli/interrupt.h"
#include "core/session/infer/inference_session.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::cli {

struct BatchOutcome {
    std::size_t done = 0;         ///< requests that came to a result
    Json results = Json::array(); ///< theirs, in their order; with --json alone
    Json failed = Json::array();  ///< {"input","error"}
    Json kept = Json::array();    ///< frames of sequences whose results existed
    bool isCancelled = false;
};

/// Requests that belong together.
struct BatchPart {
    std::vector<InferenceRequest> requests;
    bool isSequence = false; ///< frames, in their order
};

/// {"input","outputs","uncertainty","width","height","seconds",…,"settings"}, of a frame "sequence"
/// too; sizes are those of the written pictures.
Json resultJson(const InferenceResult& result);

class InferBatch {
public:
    InferBatch(Console& console, Interrupt& interrupt, std::vector<BatchPart> parts);

    /// Requests with an anchor run one by one until it has come to a factor on one of them, which
    /// the rest of them get in its place. Returns when every job has finished. After an interrupt
    /// the running picture ends within one UNet step and the others do not begin.
    BatchOutcome run();

private:
    /// Half-open, of the requests.
    struct Range {
        std::size_t begin = 0, end = 0;
        bool isSequence = false;
    };

    void take(std::vector<BatchPart> parts);
    void submitParts(InferenceSession& session);
    void submit(InferenceSession& session, std::size_t index);
    void submitWaiting(InferenceSession& session);
    void handle(const Event& event);
    void started(const Event& event, const Started& body);
    void finish(const InferenceRequest& request, const Finished& finished);
    void tellResult(const InferenceResult& result);

    Console& m_console;
    Interrupt& m_interrupt;
    std::vector<InferenceRequest> m_requests; ///< of all parts, one after the other
    std::vector<Range> m_parts;
    std::size_t m_next = 0;              ///< of the requests, the first that was not submitted
    std::optional<double> m_albedoScale; ///< that the anchor came to
    BatchProgress m_progress;
    std::map<JobId, std::size_t> m_open; ///< jobs that have not finished, and their requests
    JobId m_shown;                       ///< the one that progress is about
    bool m_hasResult = false;            ///< it
    double m_seconds = 0;                ///< of the last result
    BatchOutcome m_outcome;
    ConsoleListener m_listener;
};

} // namespace unlit::cli
