// A message where it happened, with its way out: what went wrong or well, a hint, up to two
// buttons.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>

#include <functional>

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

    /// Shows until dismissed or replaced. `hint` may be empty.
    void say(Kind kind, const QString& text, const QString& hint,
             const std::vector<Choice>& choices);

private:
    static constexpr int kChoices = 3;

    QLabel* m_text;
    QLabel* m_hint;
    QPushButton* m_buttons[kChoices];
    std::function<void()> m_acts[kChoices];
};

} // namespace unlit::ui
