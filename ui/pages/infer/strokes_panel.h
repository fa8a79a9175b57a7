// The small panel on the picture while strokes are drawn: kind, brush, and those that are there.
#pragma once

#include "core/strokes/stroke.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFrame>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>

#include <vector>

namespace unlit::ui {

/// Shows what it is given and says what is asked for. GUI thread.
class StrokesPanel : public QFrame {
    Q_OBJECT

public:
    explicit StrokesPanel(QWidget* parent = nullptr);

    /// As new strokes are to be; without points.
    Stroke brush() const;

    bool isErasing() const { return m_erase->isChecked(); }

    /// Pixels of the picture, 0 or more.
    void setRadius(double radius) { m_radius->setValue(radius); }

    /// Larger or smaller by a quarter for each step.
    void stepRadius(int steps);
    /// `residuals`: of each stroke, natural logarithms; empty = not known.
    void setStrokes(const StrokeSet& strokes, const std::vector<float>& residuals);
    /// A sentence under the list; empty = nothing to say.
    void setNote(const QString& note);
    void setUndoable(bool canUndo, bool canRedo);
    /// Folded: kind, value and brush only.
    void setFolded(bool isFolded);

    bool isFolded() const { return m_isFolded; }

    QToolButton& fold() { return *m_fold; }

    QComboBox& kind() { return *m_kind; }

    QDoubleSpinBox& value() { return *m_value; }

    QDoubleSpinBox& radius() { return *m_radius; }

    QListWidget& list() { return *m_list; }

    QCheckBox& all() { return *m_all; }

    QString note() const { return m_note->text(); }

signals:
    void brushChanged();
    void undoAsked();
    void redoAsked();
    void clearAsked();
    void allSwitched(bool isOn);
    /// Of stroke `index`.
    void switched(int index, bool isOn);
    void removeAsked(int index);
    void othersAsked();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillKinds();
    void fillSurfaces();
    void layOut();
    void connectRows();
    void showKind();
    void showRows();

    QComboBox* m_kind;
    QDoubleSpinBox* m_value;
    QComboBox* m_surface;
    QDoubleSpinBox* m_radius;
    QCheckBox* m_erase;
    QCheckBox* m_all;
    QListWidget* m_list;
    QLabel* m_note;
    QPushButton* m_undo;
    QPushButton* m_redo;
    QPushButton* m_remove;
    QPushButton* m_clear;
    QPushButton* m_others;
    QToolButton* m_fold;
    bool m_isFolded = false;
    bool m_isFilling = false;
};

} // namespace unlit::ui
