#include "core/session/models/export_model.h"

namespace unlit {

namespace {

/// Thrown out of a progress report.
struct Stopped {};

} // namespace

bool exportModel(const ExportRequest& request, const std::function<void(double)>& progress,
                 const std::stop_token& stop) {
    try {
        exportModel(request, [&](double fraction) {
            if (stop.stop_requested())
                throw Stopped{};
            progress(fraction);
        });
        return true;
    } catch (const Stopped&) {
        return false;
    }
}

} // namespace unlit
