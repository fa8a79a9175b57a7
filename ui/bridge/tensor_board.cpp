#include "ui/bridge/tensor_board.h"

#include "core/runs/run_reader.h"
#include "core/train/writers/tensorboard_writer.h"
#include "ui/kit/text.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace unlit::ui {

namespace {

constexpr int kLookEveryMs = 200;
constexpr int kMostLooks = 300; // a minute: it imports much
constexpr int kEndMs = 2000;

sockaddr_in ownMachine(quint16 port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// One that nobody listens on now; 0 = none could be had.
quint16 freePort() {
    const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = ownMachine(0);
    socklen_t size = sizeof(address);
    const bool isBound = ::bind(file, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                         ::getsockname(file, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(file);
    return isBound ? ntohs(address.sin_port) : quint16{0};
}

/// On this machine that is answered or refused at once.
bool doesAnswer(quint16 port) {
    const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = ownMachine(port);
    const bool answers =
        ::connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    ::close(file);
    return answers;
}

QString lastLineOf(const QByteArray& text) {
    return QString::fromUtf8(text.trimmed().split('\n').back()).trimmed();
}

} // namespace

TensorBoard::TensorBoard(std::function<void(const QString&)> open, QObject* parent)
    : QObject(parent), m_open(std::move(open)) {
    m_timer.setInterval(kLookEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &TensorBoard::look);
}

TensorBoard::~TensorBoard() {
    end();
}

QString TensorBoard::program() {
    return QStandardPaths::findExecutable(QStringLiteral("tensorboard"));
}

/// Links, because names and folders may hold what its lists of folders are parted by.
bool TensorBoard::linkRuns(const std::vector<Run>& runs) {
    m_links = std::make_unique<QTemporaryDir>();
    bool hasAny = false;
    for (const Run& run : runs) {
        const std::filesystem::path events = unlit::runs::eventFolderOf(run.folder);
        if (train::eventFiles(events).empty())
            continue;
        QString name = run.name;
        name.replace(u'/', QStringLiteral(" · "));
        if (name.startsWith(u'.'))
            name.prepend(u'_'); // hidden ones are passed over
        QString link = m_links->filePath(name);
        for (int number = 2; QFile::exists(link); ++number)
            link = m_links->filePath(QStringLiteral("%1 (%2)").arg(name).arg(number));
        hasAny = QFile::link(toQString(std::filesystem::absolute(events)), link) || hasAny;
    }
    return hasAny;
}

void TensorBoard::show(const std::vector<Run>& runs) {
    end();
    const QString found = program();
    if (found.isEmpty())
        return fail(tr("TensorBoard is not installed"),
                    tr("pip install tensorboard puts it into $PATH; start the studio from there."));
    if (!linkRuns(runs))
        return fail(tr("There is nothing for TensorBoard"),
                    tr("None of the runs has event files: writers.tensorboard is off in them."));
    m_port = freePort();
    m_looks = 0;
    m_process = std::make_unique<QProcess>();
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->start(found, {QStringLiteral("--logdir"), m_links->path(), QStringLiteral("--host"),
                             QStringLiteral("127.0.0.1"), QStringLiteral("--port"),
                             QString::number(m_port)});
    m_timer.start();
}

void TensorBoard::look() {
    if (m_process->state() == QProcess::NotRunning) {
        const QString said = lastLineOf(m_process->readAllStandardError());
        end();
        return fail(tr("TensorBoard has ended"),
                    said.isEmpty() ? tr("It said nothing.") : tr("It said: %1").arg(said));
    }
    if (doesAnswer(m_port)) {
        m_timer.stop();
        const QString address = QStringLiteral("http://127.0.0.1:%1/").arg(m_port);
        m_open(address);
        emit opened(address);
    } else if (++m_looks > kMostLooks) {
        end();
        fail(tr("TensorBoard does not answer"), tr("It was ended after a minute."));
    }
}

void TensorBoard::fail(const QString& what, const QString& hint) {
    emit failed(what, hint);
}

void TensorBoard::end() {
    m_timer.stop();
    if (m_process && m_process->state() != QProcess::NotRunning) {
        m_process->terminate();
        if (!m_process->waitForFinished(kEndMs)) {
            m_process->kill();
            m_process->waitForFinished(kEndMs);
        }
    }
    m_process.reset();
    m_links.reset();
}

} // namespace unlit::ui
