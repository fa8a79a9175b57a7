// A row of words of which one is chosen, that becomes a list where the room is short.
#pragma once

#include <QComboBox>
#include <QWidget>

namespace unlit::ui {

class SegmentedControl;

/// Whoever lays it out says whether it is folded. setCurrent does not emit; users' choices do.
class FoldingChoice : public QWidget {
    Q_OBJECT

public:
    explicit FoldingChoice(const QString& accessibleName, QWidget* parent = nullptr);

    /// Replaces all words; the first becomes current. Tool tips are one for each word, or none.
    void setItems(const QStringList& words, const QStringList& toolTips = {});

    int count() const { return m_list->count(); }

    int current() const { return m_list->currentIndex(); }

    void setCurrent(int index);

    void setFolded(bool isFolded);

    /// Pixels that the row of words takes, and the list at least.
    int unfoldedWidth() const;
    int foldedWidth() const;

    void setListToolTip(const QString& toolTip) { m_list->setToolTip(toolTip); }

    QSize minimumSizeHint() const override;

signals:
    void chosen(int index);

private:
    SegmentedControl* m_row;
    QComboBox* m_list;
};

} // namespace unlit::ui
