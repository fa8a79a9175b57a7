#include "core/session/train/run_query.h"

#include "core/config/load_config.h"

namespace unlit {

config::TrainConfig configOf(const train::RunFolder& folder, const RunQuery& query) {
    const config::LoadedConfig loaded = config::loadConfig(folder.config(), query.overrides);
    config::requireUsable(loaded);
    config::TrainConfig config = loaded.config;
    if (!query.device.empty())
        config.run.device = query.device;
    return config;
}

} // namespace unlit
