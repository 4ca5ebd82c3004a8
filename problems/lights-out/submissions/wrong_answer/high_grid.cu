// Wrong: the panels are counted along the second dimension of the grid, which ends at 65535. No code notices
// that the launch fails, and that no button is pressed. Caught by the cases with more panels:
// hundred-thousand.
#include <cstdio>
#include <vector>

struct Board {
  unsigned char row[5];  // a bit for each column
};

// A thread for each first row.
__global__ void solve(const Board* boards, Board* presses) {
  Board found;
  unsigned press = threadIdx.x, above = 0;
  for (int r = 0; r < 5; r++) {
    found.row[r] = press;
    unsigned lights = boards[blockIdx.y].row[r] ^ press ^ (press << 1 & 63) ^ press >> 1 ^ above;
    above = press;
    press = lights;
  }
  if (press == 0) presses[blockIdx.y] = found;
}

int main() {
  int t;
  if (scanf("%d", &t) != 1) return 1;
  std::vector<Board> boards(t);
  for (Board& board : boards) {
    for (unsigned char& row : board.row) {
      row = 0;
      for (int c = 0; c < 6; c++) {
        int light;
        scanf("%d", &light);
        row |= light << c;
      }
    }
  }

  Board *device_boards, *device_presses;
  size_t bytes = t * sizeof(Board);
  cudaMalloc(&device_boards, bytes);
  cudaMalloc(&device_presses, bytes);
  cudaMemcpy(device_boards, boards.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemset(device_presses, 0, bytes);
  solve<<<dim3(1, t), 64>>>(device_boards, device_presses);
  cudaMemcpy(boards.data(), device_presses, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_boards);
  cudaFree(device_presses);
  for (int k = 0; k < t; k++) {
    printf("PUZZLE #%d\n", k + 1);
    for (int row : boards[k].row) {
      for (int c = 0; c < 6; c++) printf("%d%c", row >> c & 1, c < 5 ? ' ' : '\n');
    }
  }
}
