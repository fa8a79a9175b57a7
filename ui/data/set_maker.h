// Renders looks at a synthetic set, and makes the set, away from the GUI thread.
#pragma once

#include "core/base/failure.h"
#include "core/session/data/preview_synthesis.h"
#include "ui/bridge/background_queue.h"

#include <QObject>

#include <optional>

namespace unlit::ui {

/// GUI thread; the last question wins. The destructor stops and waits.
class SynthesisLooks : public QObject {
    Q_OBJECT

public:
    explicit SynthesisLooks(QObject* parent = nullptr) : QObject(parent) {}

    /// The first `count` pictures of the set, one after the other.
    void ask(const SynthesisOptions& options, int count, int sizePx);

    void stop() { m_queue.clear(); }

    bool isBusy() const { return m_queue.isBusy(); }

signals:
    void rendered(int index, const unlit::SynthesisPreview& preview);
    void failed(const unlit::Failure& failure);
    void finished();

private:
    SynthesisPreviewer m_previewer;        ///< of the task that runs
    BackgroundQueue m_queue{Haste::Later}; // last: joined while the rest is there
};

/// GUI thread; one set at a time. The destructor stops and waits.
class SetMaker : public QObject {
    Q_OBJECT

public:
    explicit SetMaker(QObject* parent = nullptr) : QObject(parent) {}

    /// `made`, `failed` or `stopped` follows. Precondition: not busy.
    void make(const SynthesisOptions& options);

    void stop() { m_set.cancel(); }

    bool isBusy() const { return m_set.isBusy(); }

signals:
    void progressed(const unlit::SynthesisProgress& progress);
    void made(const unlit::SynthesisSummary& summary);
    void failed(const unlit::Failure& failure);
    void stopped();

private:
    Background<std::optional<SynthesisSummary>> m_set{
        Haste::Later}; // last: joined while the rest is there
};

} // namespace unlit::ui
