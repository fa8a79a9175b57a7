// `unlit evaluate`: models and baselines against the truth, or against people's judgements.
#pragma once

#include "app/cli/verb.h"
#include "core/session/evaluate/evaluate_commands.h"

#include <optional>
#include <string>
#include <vector>

namespace unlit::cli {

class OwnShare;

/// JSON: as core/session/evaluate/evaluation_report.h says, with "files" where something was
/// written.
class EvaluateVerb : public Verb {
public:
    explicit EvaluateVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    void addPictures();
    void addNetwork();
    EvaluationRequest request() const;
    ExitCode runShare(const OwnShare& own, VerbContext& context) const;
    void report(VerbContext& context, const Evaluation& evaluation) const;

    EvaluationRequest m_request;
    std::string m_dataset;
    std::string m_root;
    std::string m_judgements;
    std::string m_output;
    std::optional<std::string> m_processes; ///< "auto" or a number
    bool m_overwrite = false;
};

} // namespace unlit::cli
