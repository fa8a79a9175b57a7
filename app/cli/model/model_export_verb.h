// `unlit model export`: one model folder out of the parts of others, in a chosen type.
#pragma once

#include "app/cli/verb.h"
#include "core/session/models/export_model.h"

namespace unlit::cli {

/// JSON: {"output","model","dtype","bytes"}.
class ModelExportVerb : public Verb {
public:
    explicit ModelExportVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_model, m_output;
    std::string m_unet, m_vae, m_textEncoder, m_scheduler;
    LoraChoices m_loras;
    std::vector<std::string> m_meanWith;
    int m_mostMegabytes = 0;
    ExportRequest m_request;
};

} // namespace unlit::cli
