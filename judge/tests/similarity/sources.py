"""Solutions to one simple problem, ours: one with what somebody might make of it to hide where it is from, and others
that were written without it."""

ORIGINAL = """\
#include <iostream>
#include <vector>
#include <string>
using namespace std;

// How many cells around this one are mines.
int around(const vector<string>& field, int row, int column) {
    int found = 0;
    for (int r = row - 1; r <= row + 1; r++) {
        for (int c = column - 1; c <= column + 1; c++) {
            if (r < 0 || c < 0 || r >= (int)field.size() || c >= (int)field[0].size())
                continue;
            if (field[r][c] == '*')
                found++;
        }
    }
    return found;
}

vector<string> filled(const vector<string>& field) {
    vector<string> result = field;
    for (size_t row = 0; row < field.size(); row++) {
        for (size_t column = 0; column < field[row].size(); column++) {
            if (field[row][column] != '*')
                result[row][column] = char('0' + around(field, row, column));
        }
    }
    return result;
}

int main() {
    int rows, columns;
    int number = 0;
    while (cin >> rows >> columns) {
        if (rows == 0 && columns == 0)
            break;
        vector<string> field(rows);
        for (auto& line : field)
            cin >> line;
        if (number > 0)
            cout << endl;
        number++;
        cout << "Field #" << number << ":" << endl;
        for (const auto& line : filled(field))
            cout << line << endl;
    }
    return 0;
}
"""
NAMES = {
    "around": "countBombs",
    "filled": "solveIt",
    "field": "g",
    "row": "i",
    "column": "j",
    "found": "total",
    "result": "out",
    "number": "testCase",
    "rows": "n",
    "columns": "m",
    "line": "s",
}
PADDED = """\
#include <bits/stdc++.h>
#define MAXN 105
char a[MAXN][MAXN];
int dx[] = {-1, -1, -1, 0, 0, 1, 1, 1};
int dy[] = {-1, 0, 1, -1, 1, -1, 0, 1};
int main() {
    int n, m, t = 0;
    while (scanf("%d %d", &n, &m) == 2 && (n || m)) {
        memset(a, '.', sizeof a);
        for (int i = 1; i <= n; ++i) scanf("%s", a[i] + 1);
        if (t++) puts("");
        printf("Field #%d:\\n", t);
        for (int i = 1; i <= n; ++i) {
            for (int j = 1; j <= m; ++j) {
                if (a[i][j] == '*') { putchar('*'); continue; }
                int k = 0;
                for (int d = 0; d < 8; ++d) k += a[i + dx[d]][j + dy[d]] == '*';
                putchar(k + '0');
            }
            putchar('\\n');
        }
    }
}
"""
SCATTERED = """\
#include <cstdio>
#include <map>
#include <utility>
typedef std::pair<int, int> Place;
struct Board {
    int height, width;
    std::map<Place, int> hints;
    std::map<Place, bool> mined;
    void put(int y, int x) {
        mined[Place(y, x)] = true;
        Place beside[] = {Place(y - 1, x - 1), Place(y - 1, x), Place(y - 1, x + 1), Place(y, x - 1),
                          Place(y, x + 1), Place(y + 1, x - 1), Place(y + 1, x), Place(y + 1, x + 1)};
        for (const Place& p : beside) hints[p] += 1;
    }
    void print() {
        for (int y = 0; y < height; y++, printf("\\n"))
            for (int x = 0; x < width; x++)
                mined.count(Place(y, x)) ? printf("*") : printf("%d", hints[Place(y, x)]);
    }
};
int main(int argc, char** argv) {
    for (int count = 1;; count++) {
        Board board;
        if (scanf("%d%d", &board.height, &board.width) != 2) return 0;
        if (board.height + board.width == 0) return 0;
        for (int at = 0; at < board.height * board.width; at++) {
            char read = 0;
            do read = getchar(); while (read != '*' && read != '.');
            if (read == '*') board.put(at / board.width, at % board.width);
        }
        if (count != 1) printf("\\n");
        printf("Field #%d:\\n", count);
        board.print();
    }
}
"""
SUMMED = """\
#include <iostream>
#include <sstream>
using std::string;

int main() {
    string head;
    unsigned game = 0;
    while (std::getline(std::cin, head)) {
        std::istringstream size(head);
        unsigned long h = 0, w = 0;
        size >> h >> w;
        if (h == 0) return 0;
        string all(w + 2, ' ');
        for (unsigned long y = 0; y != h; ++y) {
            string one;
            std::getline(std::cin, one);
            all += ' ' + one + ' ';
        }
        all += string(w + 2, ' ');
        const unsigned long step = w + 2;
        if (game) std::cout << '\\n';
        std::cout << "Field #" << ++game << ":\\n";
        for (unsigned long at = step; at + step < all.size(); ++at) {
            const char c = all[at];
            if (c == ' ') {
                if (at % step == step - 1) std::cout << '\\n';
            } else if (c == '.') {
                int n = (all[at - 1] == '*') + (all[at + 1] == '*');
                for (unsigned long k = at - step - 1; k <= at - step + 1; ++k) n += all[k] == '*';
                for (unsigned long k = at + step - 1; k <= at + step + 1; ++k) n += all[k] == '*';
                std::cout << n;
            } else {
                std::cout << c;
            }
        }
    }
}
"""
INDEPENDENT = {"padded.cpp": PADDED, "scattered.cpp": SCATTERED, "summed.cpp": SUMMED}
PYTHON = """\
def largest(values):
    total = 0
    for one in values:
        if one > total:
            total = one
    return total

def counted(values):
    found = {}
    for one in values:
        found[one] = found.get(one, 0) + 1
    return sorted(found.items(), key=lambda pair: -pair[1])
"""
JAVA = """\
class A {
    int summed(int[] v) {
        int s = 0;
        for (int x : v) {
            if (x > 3) s += x * 2;
        }
        return s;
    }
    static String joined(java.util.List<String> v) {
        StringBuilder b = new StringBuilder();
        for (String one : v) b.append(one).append(',');
        return b.toString();
    }
}
"""
CUDA = """\
__global__ void add(float* a, const float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
}
int main() {
    float *a, *b;
    int n = 1 << 20;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    add<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaDeviceSynchronize();
}
"""
GIVEN = """\
struct Reader {
    int at;
    char buffer[100];
    int next() { return buffer[at++] - '0'; }
    bool is_over() const { return at >= 100; }
};
int read(int *from, int most) {
    int x = from[0];
    while (x > most && x != 0) x -= most;
    return x;
}
"""
"""What might be handed out."""
