// A message where it happened, with its way out: what went wrong or well, a hint, up to three
// buttons.
#pragma once

#include <QBoxLayout>
#include <QFrame>
#include <QLabel>
#include <QPushButton>

#include <functional>
#include <vector>

namespace unlit::ui {

class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Good, Bad, Note }; ///< Note: what to do next, or a question

    struct Choice {
        QString text;
        std::function<void()> act;
    };

    explicit MessageBar(QWidget* parent = nullptr);

    /// Shows until dismissed, replaced or taken back. `hint` may be empty. Returns the number of
    /// what was said, from 1 on.
    int say(Kind kind, const QString& text, const QString& hint,
            const std::vector<Choice>& choices);
    /// Hides what has this number, unless something else has been said since.
    void takeBack(int said);

private:
    static constexpr int kChoices = 3;

    void placeChoices();

    int m_said = 0;
    QLabel* m_text;
    QLabel* m_hint;
    QBoxLayout* m_choices;
    QPushButton* m_buttons[kChoices];
    std::function<void()> m_acts[kChoices];
};

} // namespace unlit::ui
