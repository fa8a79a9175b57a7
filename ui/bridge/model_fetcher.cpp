#include "ui/bridge/model_fetcher.h"

#include "ui/kit/text.h"

#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTimer>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kEndPatienceMs = 5000; ///< between asking a program to end and ending it

QString addressOf(const QString& repository) {
    return QStringLiteral("https://huggingface.co/") + repository;
}

/// Without what terminals take for colours and movements.
QString plainLine(QString line) {
    static const QRegularExpression steering(QStringLiteral("\x1b\\[[0-9;?]*[A-Za-z]"));
    return line.remove(steering).simplified();
}

} // namespace

QStringList FetchTool::arguments(const QString& repository, const fs::path& folder) const {
    if (wantsFolder())
        return {QStringLiteral("clone"), QStringLiteral("--progress"), QStringLiteral("--depth"),
                QStringLiteral("1"),     addressOf(repository),        toQString(folder)};
    return {QStringLiteral("download"), repository};
}

QString FetchTool::command(const QString& repository) const {
    if (wantsFolder())
        return QStringLiteral("git clone --depth 1 %1").arg(addressOf(repository));
    return QStringLiteral("%1 download %2").arg(name, repository);
}

std::optional<FetchTool> findFetchTool() {
    for (const char* name : {"hf", "huggingface-cli"})
        if (const QString found = QStandardPaths::findExecutable(QString::fromLatin1(name));
            !found.isEmpty())
            return FetchTool{QString::fromLatin1(name), found};
    const QString git = QStandardPaths::findExecutable(QStringLiteral("git"));
    // Without LFS a clone has small texts in the place of weights.
    if (!git.isEmpty() && !QStandardPaths::findExecutable(QStringLiteral("git-lfs")).isEmpty())
        return FetchTool{QStringLiteral("git"), git};
    return {};
}

fs::path fetchFolderFor(const QString& repository) {
    const fs::path models =
        toPath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)) /
        "unlit/models";
    const std::string name = repository.section(u'/', -1).toStdString();
    for (int number = 1;; ++number) {
        const fs::path folder = models / (number == 1 ? name : name + "-" + std::to_string(number));
        std::error_code unknown;
        if (!fs::exists(folder, unknown))
            return folder;
    }
}

ModelFetcher::ModelFetcher(QObject* parent) : QObject(parent) {
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    connect(&m_process, &QProcess::readyRead, this, &ModelFetcher::read);
    connect(&m_process, &QProcess::finished, this, &ModelFetcher::end);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            emit failed(tr("%1 cannot be started.").arg(m_tool.name),
                        sentence(m_process.errorString().toStdString()));
    });
}

ModelFetcher::~ModelFetcher() {
    disconnect(&m_process, nullptr, this, nullptr);
    if (!isBusy())
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(kEndPatienceMs)) {
        m_process.kill();
        m_process.waitForFinished(kEndPatienceMs);
    }
    removePart();
}

void ModelFetcher::fetch(const FetchTool& tool, const QString& repository) {
    m_tool = tool;
    m_isCancelled = false;
    m_unread.clear();
    m_lastLine.clear();
    m_folder = tool.wantsFolder() ? fetchFolderFor(repository) : fs::path();
    if (!m_folder.empty()) {
        std::error_code failure;
        fs::create_directories(m_folder.parent_path(), failure);
        if (failure) {
            emit failed(tr("There can be no folder %1.").arg(toQString(m_folder.parent_path())),
                        sentence(failure.message()));
            return;
        }
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("GIT_TERMINAL_PROMPT"),
                       QStringLiteral("0")); // nobody answers
    m_process.setProcessEnvironment(environment);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.start(tool.program, tool.arguments(repository, m_folder));
}

void ModelFetcher::cancel() {
    if (!isBusy())
        return;
    m_isCancelled = true;
    m_process.terminate();
    QTimer::singleShot(kEndPatienceMs, this, [this] {
        if (m_isCancelled && isBusy())
            m_process.kill();
    });
}

/// Progress bars are lines that go back to their beginning.
void ModelFetcher::read() {
    m_unread += QString::fromUtf8(m_process.readAll());
    static const QRegularExpression ends(QStringLiteral("[\r\n]"));
    QStringList lines = m_unread.split(ends);
    constexpr qsizetype mostUnread = 4096;
    m_unread = lines.takeLast().right(mostUnread);
    for (const QString& line : lines)
        takeLine(plainLine(line));
}

void ModelFetcher::takeLine(const QString& line) {
    if (line.isEmpty())
        return;
    m_lastLine = line;
    static const QRegularExpression percent(QStringLiteral("(\\d{1,3})(?:\\.\\d+)?%"));
    const QRegularExpressionMatch found = percent.match(line);
    emit progressed(found.hasMatch() ? found.captured(1).toInt() / 100.0 : -1, line);
}

void ModelFetcher::end(int exitCode, QProcess::ExitStatus status) {
    read();
    takeLine(plainLine(m_unread));
    m_unread.clear();
    if (m_isCancelled) {
        removePart();
        emit cancelled();
        return;
    }
    if (status != QProcess::NormalExit || exitCode != 0) {
        removePart();
        emit failed(m_lastLine.isEmpty() ? tr("%1 ended with %2.").arg(m_tool.name).arg(exitCode)
                                         : sentence(m_lastLine.toStdString()),
                    tr("Check the connection and the room on the disk, or run the command in a "
                       "terminal to see all that it says."));
        return;
    }
    fs::path folder = m_folder;
    std::error_code unknown;
    if (folder.empty() && fs::is_directory(toPath(m_lastLine), unknown))
        folder = toPath(m_lastLine); // the hub's client ends with the place
    emit fetched(folder);
}

/// What git has begun; the hub's own client goes on with its parts the next time.
void ModelFetcher::removePart() {
    std::error_code ignored; // what cannot be removed is shown as damaged
    if (!m_folder.empty())
        fs::remove_all(m_folder, ignored);
}

} // namespace unlit::ui
