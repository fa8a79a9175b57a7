#include "app/cli/model/model_check_verb.h"

#include "core/session/models/model_commands.h"

#include <algorithm>

namespace unlit::cli {

namespace {

bool isFault(const ModelFinding& finding) {
    return finding.severity == ModelFinding::Severity::Error;
}

std::string lineOf(const ModelFinding& finding) {
    const std::string kind = isFault(finding) ? "error: " : "note: ";
    return printable(kind + finding.text + (finding.hint.empty() ? "" : "; " + finding.hint));
}

} // namespace

ModelCheckVerb::ModelCheckVerb(CLI::App& model)
    : Verb(model, "check", "Load every part of a model folder, and list all faults") {
    options().section("Arguments").positional("DIR", m_folder, "Model folder, diffusers layout");
    footer("Example:\n  unlit model check models/albedo");
}

ExitCode ModelCheckVerb::run(VerbContext& context) {
    const std::vector<ModelFinding> findings = checkModel(m_folder);
    const bool isSound = std::ranges::none_of(findings, isFault);
    Json list = Json::array();
    for (const ModelFinding& finding : findings) {
        context.console.result(lineOf(finding));
        list.push_back({{"severity", isFault(finding) ? "error" : "note"},
                        {"text", finding.text},
                        {"hint", finding.hint}});
    }
    context.console.result(printable(m_folder) + (isSound ? " is sound" : " has faults"));
    context.console.object({{"folder", m_folder}, {"ok", isSound}, {"findings", std::move(list)}});
    return isSound ? ExitCode::Done : ExitCode::Failed;
}

} // namespace unlit::cli
