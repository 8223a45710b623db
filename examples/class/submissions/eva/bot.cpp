// The last bracket is missing: the build fails, and the report says where.
#include <iostream>
#include <string>

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::cout << 4 << std::endl;
    }
    return 0
