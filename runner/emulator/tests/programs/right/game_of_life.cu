// Conway's Game of Life on a torus: a glider, a blinker and the R-pentomino.
#include <iostream>
#include <string>

using namespace std;

const int rows = 24, cols = 40;

__global__ void nextGeneration(const bool *cells, bool *next)
{
    int c = threadIdx.x + blockIdx.x * blockDim.x;
    int r = threadIdx.y + blockIdx.y * blockDim.y;
    if (c >= cols || r >= rows) return;

    int neighbours = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr != 0 || dc != 0)
                neighbours += cells[(r + dr + rows) % rows * cols + (c + dc + cols) % cols];   // a torus
    bool alive = cells[r * cols + c];
    next[r * cols + c] = neighbours == 3 || (alive && neighbours == 2);
}

void put(bool *cells, int row, int col, const char *pattern)
{
    int c = col;
    for (const char *p = pattern; *p; p++) {
        if (*p == '/') {
            row++;
            c = col;
        } else
            cells[row * cols + c++] = *p == 'O';
    }
}

void show(const bool *cells, int generation)
{
    int population = 0;
    cout << "generation " << generation << endl;
    for (int r = 0; r < rows; r++) {
        string line;
        for (int c = 0; c < cols; c++) {
            line += cells[r * cols + c] ? 'O' : '.';
            population += cells[r * cols + c];
        }
        cout << line << endl;
    }
    cout << "population " << population << endl << endl;
}

int main()
{
    static bool cells[rows * cols];
    put(cells, 1, 1, ".O./..O/OOO");                    // a glider
    put(cells, 10, 18, ".OO/OO./.O.");                  // the R-pentomino
    put(cells, 18, 4, "OOO");                           // a blinker
    show(cells, 0);

    bool *d_cells, *d_next;
    cudaMalloc(&d_cells, sizeof cells);
    cudaMalloc(&d_next, sizeof cells);
    cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice);
    dim3 threads(8, 8);
    dim3 blocks((cols + threads.x - 1) / threads.x, (rows + threads.y - 1) / threads.y);
    for (int generation = 1; generation <= 60; generation++) {
        nextGeneration<<<blocks, threads>>>(d_cells, d_next);
        swap(d_cells, d_next);
        if (generation % 30 == 0) {
            cudaMemcpy(cells, d_cells, sizeof cells, cudaMemcpyDeviceToHost);
            show(cells, generation);
        }
    }
    cudaFree(d_cells);
    cudaFree(d_next);
    return 0;
}
