// Plays the frames of a sequence: which one is on show, when the next one comes, and its pictures.
#pragma once

#include "core/base/failure.h"
#include "ui/bridge/background_queue.h"
#include "ui/pages/infer/frame_reader.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace unlit::ui {

/// GUI thread; pictures are read in the background, and small ones kept up to a limit, so that what
/// has been seen once plays at full speed. The destructor waits for the picture that is being
/// read.
class SequencePlayer : public QObject {
    Q_OBJECT

public:
    explicit SequencePlayer(QObject* parent = nullptr);

    /// Another sequence, from its first frame on; empty = none.
    void setFrames(std::vector<FramePictures> frames);
    /// The same one, of which more is there now. `changed`: a frame that was made anew.
    void updateFrames(std::vector<FramePictures> frames, int changed = -1);
    void setLook(const StillLook& look);

    int count() const { return static_cast<int>(m_frames.size()); }

    int current() const { return m_current; }

    bool isPlaying() const { return m_clock.isActive(); }

    FrameShown shown() const { return m_shown; }

    const FramePictures& frame(int index) const {
        return m_frames[static_cast<std::size_t>(index)];
    }

    /// Whether there is something to be seen of a frame: an albedo only once it is made.
    bool isThere(int index) const;
    bool canPlay() const;

    void setShown(FrameShown shown);
    /// Nothing where fewer than two frames are there.
    void play();
    void pause();

    void toggle() { isPlaying() ? pause() : play(); }

    /// Goes to a frame, within the sequence, and shows it: at once as a still where that is there,
    /// and whole when nothing else is asked for a moment. Ends the play.
    void show(int index);

    void step(int frames) { show(m_current + frames); }

    /// Goes to a frame that somebody else shows.
    void follow(int index);

signals:
    /// Anything that a bar shows.
    void changed();
    void shownChanged();
    /// The current frame, small.
    void stillReady(const QImage& still);
    /// Nothing is being played or looked for any more: the current frame shall be shown whole.
    void settled();
    /// It was asked for by readWhole(), and is still the current one.
    void wholeReady(const std::shared_ptr<const unlit::InferenceResult>& frame);
    void failed(const unlit::Failure& failure);

public:
    /// Reads the current frame at its own size.
    void readWhole();

private:
    using Key = std::pair<int, FrameShown>;

    void tick();
    void want(int index);
    void wantAhead();
    void take(const Key& key, const QImage& still);
    void forgetStills();
    void forgetFarthest();
    int next(int index) const; ///< the next one that is there; itself where it is the only one

    std::vector<FramePictures> m_frames;
    StillLook m_look;
    FrameShown m_shown = FrameShown::Albedo;
    int m_current = 0;
    QTimer m_clock;
    QTimer m_settle;
    std::map<Key, QImage> m_stills; ///< null = cannot be read
    std::set<Key> m_wanted;
    std::size_t m_bytes = 0;
    // These last: joined while the rest is there.
    BackgroundQueue m_reader{Haste::Soon};
    Background<std::shared_ptr<const InferenceResult>> m_wholeReader;
};

} // namespace unlit::ui
