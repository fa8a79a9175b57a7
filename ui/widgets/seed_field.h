// A field for the seed of random numbers.
#pragma once

#include <QLineEdit>

#include <cstdint>

namespace unlit::ui {

/// Takes whole numbers of 64 bits, 0 or more. While it is empty, the last seed stays.
class SeedField : public QLineEdit {
    Q_OBJECT

public:
    explicit SeedField(QWidget* parent = nullptr);

    std::uint64_t seed() const { return m_seed; }

    void setSeed(std::uint64_t seed);

signals:
    void seedChanged();

private:
    std::uint64_t m_seed = 0;
};

} // namespace unlit::ui
