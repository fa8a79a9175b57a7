// The faults of a model folder, each with its remedy.
#pragma once

#include "ui/bridge/model_worker.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

namespace unlit::ui {

/// GUI thread. Says what it is told; the page asks the worker.
class ModelsCheck : public QWidget {
    Q_OBJECT

public:
    explicit ModelsCheck(QWidget* parent = nullptr);

    /// Another model: what was found of the last one goes. Empty = none.
    void setModel(const QString& name);
    void showBusy(const QString& what);
    void showResult(const ModelCheck& check);
    void showProblem(const QString& text, const QString& hint);
    /// Another work is under way: nothing can be begun.
    void setBlocked(bool isBlocked);

    /// The words on show, a line each.
    QStringList lines() const;

signals:
    void checkAsked();
    void cancelAsked();

private:
    void clearLines();
    void addLine(const QString& text, const char* role);
    void updateButton();

    QString m_name;
    bool m_isBusy = false;
    bool m_isBlocked = false;
    QLabel* m_title;
    QLabel* m_lead;
    QPushButton* m_button;
    QProgressBar* m_progress;
    QVBoxLayout* m_lines;
};

} // namespace unlit::ui
