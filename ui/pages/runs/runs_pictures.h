// What the runs on show made of the same picture at the same step, in one viewer.
#pragma once

#include "ui/bridge/background.h"
#include "ui/bridge/run_picture_loader.h"
#include "ui/viewer/viewer.h"
#include "ui/widgets/notice_card.h"

#include <QComboBox>
#include <QSlider>

namespace unlit::ui {

/// GUI thread.
class RunsPictures : public QWidget {
    Q_OBJECT

public:
    explicit RunsPictures(QWidget* parent = nullptr);

    /// At most the first four; reads when the page is on show.
    void setRuns(std::vector<RunPictureQuestion::Run> runs);
    /// The same, at one step, of one sample and target.
    void setPlace(std::int64_t step, const QString& sample, const QString& target);
    void stepBy(int count);
    /// Predictions of that step come beside those of the step; -1 = of none.
    void setBeside(std::int64_t step);

    QComboBox& besideBox() { return *m_beside; }

    Viewer& viewer() { return *m_viewer; }

    /// All that was asked for is on show.
    bool isSettled() const { return !m_reader.isBusy() && !m_isDue && m_viewer->isSettled(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    void ask();
    void read();
    void take(const RunPictureAnswer& answer);
    void fillBeside(std::int64_t chosen);
    void showNotice(const QString& title, const QString& text);

    RunPictureQuestion m_question;
    std::vector<std::int64_t> m_steps;
    bool m_isDue = false; // asked for while hidden
    QString m_shownKey;   // what the viewer's choice of layers belongs to
    Viewer* m_viewer;
    NoticeCard* m_notice;
    QSlider* m_slider;
    QLabel* m_stepText;
    QComboBox* m_beside;
    QComboBox* m_sample;
    QComboBox* m_target;
    Background<RunPictureAnswer> m_reader; // last: joined while the rest is there
};

} // namespace unlit::ui
