#include "ui/pages/runs/checkpoint_parts.h"

#include "ui/kit/text.h"

#include <system_error>

namespace unlit::ui {

QString freePlaceBeside(const std::filesystem::path& run, const std::string& what) {
    const std::filesystem::path first = run.parent_path() / (run.filename().string() + "-" + what);
    std::filesystem::path place = first;
    std::error_code unknown;
    for (int i = 2; std::filesystem::exists(place, unknown); ++i)
        place = first.string() + "-" + std::to_string(i);
    return toQString(place);
}

QString namesText(const std::vector<runs::RunCheckpoint>& checkpoints) {
    QStringList names;
    for (const runs::RunCheckpoint& checkpoint : checkpoints)
        names += toQString(checkpoint.name);
    return names.join(QStringLiteral(", "));
}

} // namespace unlit::ui
