// What every host of a C++ course shares: it speaks with Poda on descriptors of its own, so that a player may print and read as
// it likes, and it says when there is no memory left.
#ifndef PODA_HOST_H
#define PODA_HOST_H

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <new>
#include <string>
#include <unistd.h>
#include <vector>

namespace poda {

inline int &input() {
    static int descriptor = -1;
    return descriptor;
}

inline int &output() {
    static int descriptor = -1;
    return descriptor;
}

// A line to Poda. It does not allocate: it also tells that there is no memory.
inline void say(const char *text, std::size_t length) {
    while (length > 0) {
        const ssize_t written = ::write(output(), text, length);
        if (written <= 0) {
            _exit(1);
        }
        text += written;
        length -= static_cast<std::size_t>(written);
    }
}

inline void no_memory() {
    say("?memory\n", 8);
    _exit(3);
}

// Lets a player think, and says what it throws instead of an answer.
template <class Think> auto guarded(Think think) -> decltype(think()) {
    try {
        return think();
    } catch (const std::bad_alloc &) {
        no_memory();
    } catch (const std::exception &error) {
        std::string line = std::string("?threw ") + error.what();
        for (char &letter : line) {
            letter = letter == '\n' || letter == '\r' ? ' ' : letter;
        }
        line += '\n';
        std::fflush(nullptr);
        say(line.data(), line.size());
    }
    _exit(1);
}

// Before the constructors of the player's own globals: they may print too.
__attribute__((constructor(101))) static void take_descriptors() {
    if (output() >= 0) {
        return;
    }
    input() = ::dup(0);
    output() = ::dup(1);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, 0);
    ::dup2(2, 1);
    std::set_new_handler(no_memory);
}

// The next question; false at the end of the input.
inline bool hear(std::string &line) {
    static std::string waiting;
    for (;;) {
        const std::size_t end = waiting.find('\n');
        if (end != std::string::npos) {
            line = waiting.substr(0, end);
            waiting.erase(0, end + 1);
            return true;
        }
        char buffer[4096];
        const ssize_t count = ::read(input(), buffer, sizeof buffer);
        if (count <= 0) {
            return false;
        }
        waiting.append(buffer, static_cast<std::size_t>(count));
    }
}

// One question: a JSON object whose texts have no escapes.
class Question {
public:
    explicit Question(const std::string &line) : line_(line) {}

    std::string text(const std::string &key) const {
        const std::size_t start = after(key);
        if (start == std::string::npos || line_[start] != '"') {
            return std::string();
        }
        return line_.substr(start + 1, line_.find('"', start + 1) - start - 1);
    }

    double number(const std::string &key) const {
        const std::size_t start = after(key);
        return start == std::string::npos ? 0 : std::strtod(line_.c_str() + start, nullptr);
    }

    // The items of a list of texts or of numbers.
    std::vector<std::string> list(const std::string &key) const {
        std::vector<std::string> items;
        const std::size_t start = after(key);
        if (start == std::string::npos || line_[start] != '[') {
            return items;
        }
        std::string item;
        for (std::size_t i = start + 1; i < line_.size(); i++) {
            const char c = line_[i];
            if (c == ',' || c == ']') {
                if (!item.empty()) {
                    items.push_back(item);
                }
                item.clear();
                if (c == ']') {
                    break;
                }
            } else if (c != '"') {
                item += c;
            }
        }
        return items;
    }

    // The fields of the position line.
    std::vector<std::string> position() const {
        std::vector<std::string> fields;
        std::string field;
        for (char c : text("position") + " ") {
            if (c != ' ') {
                field += c;
            } else if (!field.empty()) {
                fields.push_back(field);
                field.clear();
            }
        }
        return fields;
    }

private:
    std::size_t after(const std::string &key) const {
        const std::string name = "\"" + key + "\":";
        const std::size_t found = line_.find(name);
        return found == std::string::npos ? found : found + name.size();
    }

    std::string line_;
};

// Whether a question goes on with the game of the one before.
inline bool goes_on(std::vector<std::string> &before, const std::vector<std::string> &moves) {
    bool same = moves.size() >= before.size();
    for (std::size_t i = 0; same && i < before.size(); i++) {
        same = moves[i] == before[i];
    }
    before = moves;
    return same;
}

// The move as the rules write it, and what the player returned.
inline void answer(const std::string &move, const std::string &returned) {
    std::fflush(nullptr);
    const std::string line = (move.empty() ? "-" : move) + "\t" + returned + "\n";
    say(line.data(), line.size());
}

} // namespace poda

#endif
