// The left column of the Data page: which set it is, how far it has been looked at, filters.
#pragma once

#include "ui/data/pair_filter.h"
#include "ui/widgets/message_bar.h"

#include <QFrame>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>

namespace unlit::ui {

/// Shows what it is told and tells what the user wants. GUI thread.
class SetPanel : public QFrame {
    Q_OBJECT

public:
    explicit SetPanel(QWidget* parent = nullptr);

    /// Empty = no set.
    void setSet(const QString& name, const QString& path);
    void setCounts(const QString& text);
    /// Empty = nothing is under way. `fraction` below 0 = it is not known how much there is.
    void setProgress(const QString& text, double fraction);
    /// Offers to go on with looking; empty = there is nothing left to look at.
    void setResume(const QString& text);
    /// The chosen filter stays chosen where it is still there; else the first becomes it.
    void setFacets(const std::vector<PairFacet>& facets, const PairFilter& chosen);
    void focusFilter();

    MessageBar& message() { return *m_message; }

    QListWidget& facets() { return *m_facets; }

    QLineEdit& words() { return *m_words; }

signals:
    void openFolderAsked();
    void openListAsked();
    void cancelAsked();
    void resumeAsked();
    void facetChosen(const unlit::ui::PairFilter& filter);
    void wordsChanged(const QString& words);

private:
    QWidget* makeProgress();
    QWidget* makeFooter();
    void setUpFacets();

    std::vector<PairFacet> m_shown;
    QString m_wholePath;
    QLabel* m_counts;
    QLabel* m_name;
    QLabel* m_path;
    QWidget* m_progress = nullptr;
    QLabel* m_progressText = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_resume = nullptr;
    QLineEdit* m_words;
    QListWidget* m_facets;
    MessageBar* m_message;
};

} // namespace unlit::ui
