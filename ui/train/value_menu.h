// One value asked for in place: a small menu with a field and a button.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <functional>

namespace unlit::ui {

/// GUI thread.
class ValueMenu : public QMenu {
    Q_OBJECT

public:
    /// Takes the text; returns "" or what is wrong with it, a sentence.
    using Take = std::function<QString(const QString& text)>;

    ValueMenu(const QString& question, const QString& button, QWidget* parent);

    /// Below `place`, with `text` to begin with. Closes when `take` is content.
    void ask(const QPoint& place, const QString& text, Take take);
    /// As Enter does.
    void answer();

    QLineEdit& field() { return *m_field; }

    /// Something to know, below the field; "" = nothing.
    void setFact(const QString& fact);

    QString problem() const { return m_problem->text(); }

protected:
    /// Under the field, above what is wrong; becomes this menu's.
    void addBelow(QWidget* widget);
    /// What is on show in it has changed: it becomes as high as that.
    void fit();
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* m_content;
    QWidgetAction* m_action;
    QVBoxLayout* m_column;
    QLineEdit* m_field;
    QLabel* m_fact;
    QLabel* m_problem;
    Take m_take;
};

} // namespace unlit::ui
