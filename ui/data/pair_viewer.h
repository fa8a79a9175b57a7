// One pair in the viewer: beauty against albedo, the light between them, what a training leaves
// out.
#pragma once

#include "core/session/data/pair_preview.h"
#include "ui/viewer/viewer.h"
#include "ui/widgets/notice_card.h"

#include <QWidget>

namespace unlit::ui {

/// GUI thread.
class PairViewer : public QWidget {
    Q_OBJECT

public:
    explicit PairViewer(QWidget* parent = nullptr);

    /// What was on show stays until the pair is there: turning pages does not flicker.
    void showWaiting(const QString& name, const QString& place);
    void showPair(const PairPreview& preview);
    void showProblem(const QString& title, const QString& text);
    void clear();

    Viewer& viewer() { return *m_viewer; }

signals:
    void backAsked();
    void stepAsked(int count);

private:
    QWidget* makeBar();
    std::vector<ViewerLayer> layersOf(const PairPreview& preview);

    Viewer* m_viewer;
    NoticeCard* m_notice;
    QLabel* m_name;
    QLabel* m_place;
    QLabel* m_leftOut;
};

} // namespace unlit::ui
