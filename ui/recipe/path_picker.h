// Asks for a file or a folder, beginning where the user most likely wants to look.
#pragma once

#include <QString>

#include <filesystem>
#include <functional>

class QWidget;

namespace unlit::ui {

/// Remembers where something was chosen last. GUI thread.
class PathPicker {
public:
    /// Empty: nothing was chosen.
    using Ask = std::function<QString(QWidget* parent, bool isFile, const QString& start)>;

    /// Asks with the dialogs of the system.
    PathPicker();

    /// What asks instead; tests put in their own.
    void setAsk(Ask ask) { m_ask = std::move(ask); }

    /// Where it begins as long as nothing was chosen: the recipe's folder.
    void setHome(const std::filesystem::path& folder) { m_home = folder; }

    const QString& folder() const { return m_folder; }

    void setFolder(const QString& folder) { m_folder = folder; }

    /// Begins at the folder of `value`, which starts at `root` where it is relative; else at the
    /// one that was chosen from last. Empty: nothing was chosen.
    QString pick(QWidget* parent, bool isFile, const QString& value,
                 const std::filesystem::path& root);

private:
    QString startOf(const QString& value, const std::filesystem::path& root) const;

    Ask m_ask;
    std::filesystem::path m_home;
    QString m_folder;
};

} // namespace unlit::ui
