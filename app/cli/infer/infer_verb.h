// `unlit infer`: pictures in, albedo and other targets out.
#pragma once

#include "app/cli/infer/infer_batch.h"
#include "app/cli/infer/infer_flags.h"
#include "app/cli/verb.h"

namespace unlit {
struct ModelSummary;
}

namespace unlit::cli {

/// JSON: {"results":[…],"failed":[{"input","error"}]}, with "kept":["…"] where results of frames of
/// sequences existed, and "cancelled": true after an interrupt.
class InferVerb : public Verb {
public:
    explicit InferVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    void completeFlags();
    void refuseUnknownTargets(const ModelSummary& model) const;
    BatchOutcome runBatch(VerbContext& context, std::vector<BatchPart> parts) const;
    std::vector<BatchPart> partsOf(std::vector<InferenceRequest> requests, Console& console) const;

    InferFlags m_flags;
    std::optional<SideCar> m_sideCar; ///< with --from
};

} // namespace unlit::cli
