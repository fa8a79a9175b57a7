// Runs a program of the user's that fetches models from the Hugging Face hub; this program itself
// opens no connection.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <optional>

namespace unlit::ui {

/// A program on the PATH that can fetch, and how it is called.
struct FetchTool {
    QString name;    ///< "hf", "huggingface-cli", "git"
    QString program; ///< with its path; empty = words for people only
    QStringList arguments(const QString& repository, const std::filesystem::path& folder) const;
    /// What a person would type for the same.
    QString command(const QString& repository) const;

    /// Whether it writes into the folder that it is told, and not into the hub's own cache.
    bool wantsFolder() const { return name == QLatin1String("git"); }
};

/// `hf`, else `huggingface-cli`, else git where Git LFS is there, too; unset = none of them.
std::optional<FetchTool> findFetchTool();

/// $XDG_DATA_HOME/unlit/models/NAME, or with a number where that is taken: one of the places that
/// are looked through.
std::filesystem::path fetchFolderFor(const QString& repository);

/// GUI thread; one at a time: precondition of fetch() is !isBusy(). Each ends with exactly one of
/// fetched(), failed() and cancelled(). The destructor ends what runs.
class ModelFetcher : public QObject {
    Q_OBJECT

public:
    explicit ModelFetcher(QObject* parent = nullptr);
    ~ModelFetcher() override;

    void fetch(const FetchTool& tool, const QString& repository);
    void cancel();

    bool isBusy() const { return m_process.state() != QProcess::NotRunning; }

signals:
    /// `fraction` is negative where the program does not tell; `line`: its latest words.
    void progressed(double fraction, const QString& line);
    /// Where the model is; empty where the program did not say.
    void fetched(const std::filesystem::path& folder);
    void failed(const QString& text, const QString& hint);
    void cancelled();

private:
    void read();
    void takeLine(const QString& line);
    void end(int exitCode, QProcess::ExitStatus status);
    void removePart();

    QProcess m_process;
    FetchTool m_tool;
    std::filesystem::path m_folder; ///< that git makes; empty with others
    QString m_unread;
    QString m_lastLine;
    bool m_isCancelled = false;
};

} // namespace unlit::ui
