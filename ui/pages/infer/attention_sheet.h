// The maps of what attentions look at from a pixel, a layer of a step at a time.
#pragma once

#include "ui/bridge/attention_asker.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QListWidget>

#include <vector>

namespace unlit::ui {

/// Waits for the answer to the question that its asker was asked last; closing it before cancels
/// that. GUI thread.
class AttentionSheet : public QDialog {
    Q_OBJECT

public:
    /// The asker outlives it.
    AttentionSheet(AttentionAsker& asker, const QPoint& pixel, QWidget* parent);

    QComboBox& steps() { return *m_step; }

    QComboBox& layers() { return *m_layer; }

    QListWidget& heads() { return *m_heads; }

    const QLabel& status() const { return *m_status; }

protected:
    void done(int result) override;

private:
    void build();
    void showMaps(const std::vector<AttentionMapFile>& maps);
    void showHeads();

    AttentionAsker& m_asker;
    QLabel* m_status;
    QComboBox* m_step;
    QComboBox* m_layer;
    QListWidget* m_heads;
    std::vector<AttentionMapFile> m_maps;
};

} // namespace unlit::ui
