// What a run makes of its validation pictures, step by step: the wall, its controls, and the viewer
// for one of the rows.
#pragma once

#include "ui/pages/runs/runs_pictures.h"
#include "ui/train/picture_wall.h"
#include "ui/widgets/notice_card.h"
#include "ui/widgets/segmented_control.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSlider>
#include <QStackedWidget>

#include <functional>
#include <optional>

namespace unlit::ui {

/// Reads RUN/visualization and nothing else, so that runs of the past and of other programs show
/// the same. At the newest step it stays there while the run grows. GUI thread.
class ValidationWall : public QWidget {
    Q_OBJECT

public:
    /// The mean of a run's deciding validation figure at a step, as text; "" = not known.
    using MeanAt = std::function<QString(std::int64_t step)>;

    explicit ValidationWall(QWidget* parent = nullptr);

    /// Empty = none.
    void setRun(const std::filesystem::path& folder);

    void setMeanAt(MeanAt meanAt) { m_meanAt = std::move(meanAt); }

    /// Its figures may be others, or have come after the pictures.
    void showMean();

    /// The run may have more pictures by now.
    void refresh();

    /// -1 = the newest, now and later.
    void showStep(std::int64_t step);
    void stepBy(int count);
    /// The run may be another one; a negative step is its newest.
    void wipeAgainst(const std::filesystem::path& run, std::int64_t step);
    void setMode(WallMode mode);
    void openRow(int row);
    void closeViewer();

    PictureWall& wall() { return *m_wall; }

    RunsPictures& viewer() { return *m_viewer; }

    bool isViewerOpen() const { return m_stack->currentWidget() != m_wall; }

    const WallAnswer& content() const { return m_answer; }

    bool isSettled();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeViewer();
    void ask();
    void take(const WallAnswer& answer);
    void updateBar();
    void fillOthers();
    void chooseOther(int index);
    void updateNotice();

    WallPictures m_pictures;
    WallQuestion m_question;
    WallAnswer m_answer;
    MeanAt m_meanAt;
    QStackedWidget* m_stack;
    PictureWall* m_wall;
    RunsPictures* m_viewer;
    QWidget* m_viewerPage;
    NoticeCard* m_notice;
    QLabel* m_stepText;
    QSlider* m_slider;
    QLabel* m_mean;
    QDoubleSpinBox* m_exposure;
    QComboBox* m_target;
    QComboBox* m_other;
    SegmentedControl* m_modes;
};

} // namespace unlit::ui
