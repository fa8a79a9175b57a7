// What comes into the Infer page: drops, pastes, files and folders that are chosen.
#pragma once

#include "ui/bridge/dragged_files.h"
#include "ui/bridge/dropped_files.h"
#include "ui/bridge/file_finder.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/queue_verbs.h"

#include <QObject>

#include <filesystem>
#include <map>
#include <vector>

class QMimeData;

namespace unlit::ui {

/// Finds out in the background what a drop is, queues what is to be de-lit, and says what was left
/// and why. GUI thread.
class ImageIntake : public QObject {
    Q_OBJECT

public:
    ImageIntake(InferParts& parts, QueueVerbs& verbs);

    /// Pictures; frames with numbers become sequences. They run before what waits.
    void add(const std::vector<std::filesystem::path>& images);
    /// Files, folders or a model folder; folders are looked through in the background.
    void open(const std::vector<std::filesystem::path>& paths);
    /// What a drop or a paste offers; what cannot be taken is said.
    void take(const QMimeData& offer);
    void paste();
    void browseImages();
    void browseFolder();
    void toggleRecursive();

signals:
    void modelFound(const QString& folder);
    void lorasFound(const std::vector<std::filesystem::path>& files);
    /// Training pairs are to be rendered from the texture sets in a folder.
    void pairsFromTexturesAsked(const std::filesystem::path& folder);
    /// A folder with beauties and albedos is to be looked at as a training set.
    void setAsked(const std::filesystem::path& folder);

private:
    void takeFound(const std::vector<std::filesystem::path>& asked, const DroppedFiles& files);
    int addMade(const std::map<std::filesystem::path, ResultFiles>& made);
    // image_intake_words.cpp
    void tellSearch(const SearchCount& count);
    void tellMade(const std::map<std::filesystem::path, ResultFiles>& made, int shown);
    void tellColorless(const DroppedFiles& files);
    void tellCompanions(const std::vector<std::filesystem::path>& asked, const DroppedFiles& files);

    InferParts& m_parts;
    QueueVerbs& m_verbs;
    FileFinder m_finder;
    DraggedFiles m_dragged;
    bool m_isRecursive = true;
    bool m_tellsSearch = false; ///< the message is about a search that goes on
};

} // namespace unlit::ui
