// Reads one pair for the viewer in the background.
#pragma once

#include "core/base/failure.h"
#include "core/session/pair_preview.h"
#include "ui/viewer/background_queue.h"

#include <QObject>

namespace unlit::ui {

/// GUI thread; a question that comes while another is worked on takes its place. The destructor
/// waits for the picture that is being read.
class PairLoader : public QObject {
    Q_OBJECT

public:
    explicit PairLoader(QObject* parent = nullptr) : QObject(parent) {}

    ~PairLoader() override { ++m_generation; }

    void load(int pair, std::shared_ptr<const data::PictureSource> source,
              const data::ListedPair& files);
    void stop();

    bool isBusy() const { return m_isBusy; }

signals:
    void loaded(int pair, const unlit::PairPreview& preview);
    void failed(int pair, const unlit::Failure& failure);

private:
    int m_generation = 0;
    bool m_isBusy = false;
    BackgroundQueue m_queue; // last: joined while the rest is there
};

} // namespace unlit::ui
