// The words after a bench's name: "--pairs 5000 --view 1600x1000 --quick".
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace unlit::bench {

/// Each option is bound to a variable, whose value stays where the option is not given.
class BenchOptions {
public:
    explicit BenchOptions(std::string program) : m_program(std::move(program)) {}

    /// A whole number, `least` or more.
    void addNumber(const std::string& name, int& value, int least = 1);
    /// A number above 0.
    void addNumber(const std::string& name, double& value);
    /// Pixels, both above 0: "1600x1000".
    void addSize(const std::string& name, int& width, int& height);
    /// Any word; `meaning` stands for it in the usage.
    void addText(const std::string& name, std::string& value, const std::string& meaning = "DIR");
    void addFlag(const std::string& name, bool& value);

    /// False where a word is unknown or a value is none of its kind: the usage is printed then, and
    /// the program should end with 2.
    bool parse(int argc, char** argv) const;

private:
    struct Option {
        std::string name;
        std::string meaning; ///< "" = takes no value
        std::function<bool(const std::string& value)> take;
    };

    std::string usage() const;

    std::string m_program;
    std::vector<Option> m_options;
};

} // namespace unlit::bench
