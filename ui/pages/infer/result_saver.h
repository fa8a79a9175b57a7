// Results and their files: under which names, whether one is replaced, what is said of it.
#pragma once

#include "ui/pages/infer/infer_parts.h"

#include <QMessageBox>
#include <QObject>
#include <QPointer>

#include <filesystem>
#include <optional>

namespace unlit::ui {

/// Saves results of the queue as the settings say, and asks where a file is there already or the
/// settings have changed since. GUI thread; files are written by the session.
class ResultSaver : public QObject {
    Q_OBJECT

public:
    explicit ResultSaver(InferParts& parts);

    /// Asks first where the settings are no longer those that the result was made with.
    void save(QueueItemId id, bool overwrite);
    /// Asks for any name and folder.
    void saveAs();
    void saveAll();
    /// Asks where results are to be written from now on.
    void browseFolder();
    /// What would be written of an item, beside its folder; or why it cannot be.
    QStringList outputNames(const QueueItem& item) const;
    /// False while results are nowhere but in memory: then the user has been asked, and
    /// closeReady() comes when they are saved, if that is wanted.
    bool mayClose();

signals:
    void closeReady();

private:
    OutputOptions outputFor(const QueueItem& item) const;
    static OutputOptions outputFor(const QueueItem& item, const OutputChoice& output);
    void askAboutStale(QueueItemId id);
    void saveResult(QueueItemId id, bool overwrite);
    void saveNumbered(QueueItemId id);
    void saveTo(QueueItemId id, const std::filesystem::path& file);
    // result_saver_words.cpp
    void tellSaves(const SaveCount& count);
    void tellSaved(QueueItemId id);

    InferParts& m_parts;
    bool m_closesWhenSaved = false;
    QPointer<QMessageBox> m_question;
};

} // namespace unlit::ui
