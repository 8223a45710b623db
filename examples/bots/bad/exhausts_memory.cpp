// Misbehaves: takes memory until there is none, and ends as C++ programs do then. Stops by itself at 4 GiB.
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::vector<std::vector<char>> memory;
    std::string line;
    while (std::getline(std::cin, line)) {
        for (int count = 0; count < 64; ++count) memory.emplace_back(64u << 20, 'x');
        std::cout << "1" << std::endl;
    }
}
