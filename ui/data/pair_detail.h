// The right column of the Data page: all that is known of the chosen pair.
#pragma once

#include "core/session/data/pair_preview.h"
#include "ui/data/pair_list_model.h"

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace unlit::ui {

/// GUI thread.
class PairDetail : public QFrame {
    Q_OBJECT

public:
    explicit PairDetail(QWidget* parent = nullptr);

    /// -1 = none; `chosen` = how many are chosen in all.
    void setPair(const PairListModel& pairs, int row, int chosen);
    /// The layers that the pair's files have; choosing is offered only where `mayChoose`.
    void setLayers(const PairPreview& preview, const data::LayerChoice& choice, bool mayChoose);
    void clearLayers();

    QPushButton& quarantineButton() { return *m_quarantine; }

    /// Everything that is on show as one text.
    QString text() const;

signals:
    void viewAsked();
    void quarantineAsked();
    /// For the whole set.
    void layersChosen(const unlit::data::LayerChoice& choice);

private:
    QWidget* makeLayers();
    QWidget* makeFooter();
    void showFiles(const data::FoundPair& pair);
    void showFindings(const data::PairReport* report);

    QLabel* m_title;
    QLabel* m_files;
    QLabel* m_reason;
    QLabel* m_findings;
    QLabel* m_figures;
    QLabel* m_why;
    QLabel* m_found;
    QWidget* m_layers = nullptr;
    QComboBox* m_beautyLayer = nullptr;
    QComboBox* m_albedoLayer = nullptr;
    QPushButton* m_view = nullptr;
    QPushButton* m_quarantine = nullptr;
};

} // namespace unlit::ui
