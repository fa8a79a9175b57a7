#include "core/train/hooks/build_snapshot_hook.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/weights/json_file.h"

namespace unlit::train {

void BuildSnapshotHook::onTrainBegin(StepContext& context) {
    if (!m_isResumed)
        return;
    try {
        const auto info = weights::readJsonObject(m_folder.buildInfo());
        const auto begun = info.value("version", std::string());
        if (begun != version())
            context.log(LogLine::Level::Warning, "the run was begun with version " + begun +
                                                     " and goes on with " + std::string(version()) +
                                                     ": its last digits may differ");
    } catch (const Error& error) {
        context.log(LogLine::Level::Warning, error.what());
    }
}

} // namespace unlit::train
