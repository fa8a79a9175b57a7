// TensorBoard on some runs: a process on this machine alone, which ends with the studio.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace unlit::ui {

/// GUI thread; nothing waits but the destructor, for at most two seconds.
class TensorBoard : public QObject {
    Q_OBJECT

public:
    struct Run {
        std::filesystem::path folder;
        QString name;
    };

    /// `open` is given the address when it answers; tests put in their own.
    explicit TensorBoard(std::function<void(const QString& address)> open,
                         QObject* parent = nullptr);
    ~TensorBoard() override;

    /// The program in $PATH; "" = there is none.
    static QString program();

    /// Listens on 127.0.0.1 and a free port; what showed other runs ends. Runs without event files
    /// are left out. Ends with opened() or failed().
    void show(const std::vector<Run>& runs);
    void end();

    bool isRunning() const { return m_process != nullptr; }

signals:
    void opened(const QString& address);
    void failed(const QString& what, const QString& hint);

private:
    bool linkRuns(const std::vector<Run>& runs);
    void look();
    void fail(const QString& what, const QString& hint);

    std::function<void(const QString&)> m_open;
    std::unique_ptr<QTemporaryDir> m_links; ///< a link to each run's event files, by its name
    std::unique_ptr<QProcess> m_process;
    QTimer m_timer;
    quint16 m_port = 0;
    int m_looks = 0;
};

} // namespace unlit::ui
