// Opens a set and has the doctor look at it, away from the GUI thread.
#pragma once

#include "core/base/failure.h"
#include "core/session/data/dataset_commands.h"
#include "ui/bridge/background_queue.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace unlit::ui {

/// What is known of a set once its folder, archive or list has been read.
struct OpenedSet {
    DatasetInput input;
    std::shared_ptr<const data::PictureSource> source; ///< of the pictures
    data::PairingResult found;
};

/// GUI thread; one thread of its own beside the doctor's workers. A new question stops the one
/// before. The destructor stops and waits.
class SetReader : public QObject {
    Q_OBJECT

public:
    enum class Stage { Idle, Pairing, Checking };

    explicit SetReader(QObject* parent = nullptr) : QObject(parent) {}

    /// `opened` follows, or `failed`; nothing after stop() or another question.
    void open(const DatasetInput& input);
    /// `reported` for single pairs, then `examined` or `failed`.
    void check(const std::shared_ptr<const OpenedSet>& set, const DatasetCheckOptions& options);
    void stop();
    /// Of a set that is being opened: `opened` follows soon, with what has been found so far.
    void openWhatIsFound();

    Stage stage() const { return m_stage; }

signals:
    /// At most ten times a second.
    void progressed(quint64 done, quint64 total);
    void opened(const std::shared_ptr<const unlit::ui::OpenedSet>& set);
    void reported(const std::vector<std::pair<int, unlit::data::PairReport>>& reports);
    void examined(const std::shared_ptr<const unlit::data::Examination>& examination);
    void failed(const unlit::Failure& failure);

private:
    DatasetProgress progressOf(const std::stop_token& stop);
    void fail(const Failure& failure);

    Stage m_stage = Stage::Idle;
    std::stop_source m_enough;             ///< of the set that is being opened
    BackgroundQueue m_queue{Haste::Later}; // last: joined while the rest is there
};

} // namespace unlit::ui
