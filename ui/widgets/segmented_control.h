// A row of words of which one is chosen.
#pragma once

#include <QButtonGroup>
#include <QFrame>
#include <QHBoxLayout>
#include <QStringList>

namespace unlit::ui {

/// Reached by Tab, moved by the arrow keys. setCurrent does not emit; users' choices do.
class SegmentedControl : public QFrame {
    Q_OBJECT

public:
    explicit SegmentedControl(QWidget* parent = nullptr);

    /// Replaces all words; the first becomes current. Tool tips go with them, or are empty.
    void setItems(const QStringList& words, const QStringList& toolTips = {});

    QStringList items() const { return m_words; }

    /// One for each word.
    void setToolTips(const QStringList& toolTips);
    void setItemEnabled(int index, bool isEnabled);
    /// What is chosen elsewhere needs no room here; it may be current all the same.
    void hideItem(int index);

    int current() const { return m_group.checkedId(); }

    void setCurrent(int index);
    /// Words share the whole width instead of taking what they need.
    void setFillsWidth(bool fills);

signals:
    void chosen(int index);

private:
    QHBoxLayout* m_row;
    QButtonGroup m_group;
    QStringList m_words;
    bool m_fillsWidth = false;
};

} // namespace unlit::ui
