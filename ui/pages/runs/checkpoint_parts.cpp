#include "ui/pages/runs/checkpoint_parts.h"

#include "ui/kit/text.h"

namespace unlit::ui {

QString placeBeside(const std::filesystem::path& run, const std::string& what) {
    return toQString(run.parent_path() / (run.filename().string() + "-" + what));
}

QString namesText(const std::vector<runs::RunCheckpoint>& checkpoints) {
    QStringList names;
    for (const runs::RunCheckpoint& checkpoint : checkpoints)
        names += toQString(checkpoint.name);
    return names.join(QStringLiteral(", "));
}

} // namespace unlit::ui
