#include "core/session/models/export_model.h"
#include "core/session/models/model_commands.h"

namespace unlit {

void mergeLora(const std::filesystem::path& model, const LoraChoice& lora,
               const std::filesystem::path& out, bool overwrite,
               const std::function<void(double)>& progress) {
    ExportRequest request;
    request.model = model;
    request.loras = {lora};
    request.output = out;
    request.overwrite = overwrite;
    exportModel(request, progress);
}

} // namespace unlit
