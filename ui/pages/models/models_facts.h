// What one model says of itself: what it makes, how it is run, its parts, where it comes from.
#pragma once

#include "core/session/models/model_catalogue.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>

namespace unlit::ui {

/// GUI thread.
class ModelsFacts : public QScrollArea {
    Q_OBJECT

public:
    explicit ModelsFacts(QWidget* parent = nullptr);

    /// nullptr = none is chosen.
    void setModel(const ModelRow* row);

private:
    void clear();
    void addHeading(const QString& text);
    void addFact(const QString& name, const QString& value);
    void addWide(const QString& text, const char* role);
    void showSummary(const ModelSummary& summary, const ModelRow& row);

    QWidget* m_content;
    QGridLayout* m_grid = nullptr;
    int m_line = 0;
};

} // namespace unlit::ui
