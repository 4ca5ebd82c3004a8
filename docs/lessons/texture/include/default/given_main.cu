// Reads rows, columns and a seed, and says whether the exercise computes what it should. The pixels are multiples of 16, so
// that the mixtures are whole numbers.
#include "given.cuh"

void enlarge(const float* image, size_t pitch, int rows, int columns, float* out);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(3);
  const int rows = read[0], columns = read[1];
  const std::vector<int> sixteenths = given::numbers(rows * columns, read[2], 100);
  std::vector<float> image(rows * columns);
  for (int at = 0; at < rows * columns; ++at) image[at] = 16.0f * sixteenths[at];

  // In sixteenths: three quarters of the nearer pixel and one quarter of the next, in both directions.
  std::vector<int> expected(4 * rows * columns);
  for (int row = 0; row < 2 * rows; ++row) {
    for (int column = 0; column < 2 * columns; ++column) {
      const int near_row = row / 2, near_column = column / 2;
      const int far_row = std::clamp(row % 2 ? near_row + 1 : near_row - 1, 0, rows - 1);
      const int far_column = std::clamp(column % 2 ? near_column + 1 : near_column - 1, 0, columns - 1);
      expected[row * 2 * columns + column] =
          9 * sixteenths[near_row * columns + near_column] + 3 * sixteenths[near_row * columns + far_column] +
          3 * sixteenths[far_row * columns + near_column] + sixteenths[far_row * columns + far_column];
    }
  }

  float* on_device = nullptr;
  std::size_t pitch = 0;
  const std::size_t row_bytes = columns * sizeof(float);
  given::require(cudaMallocPitch(&on_device, &pitch, row_bytes, rows), "cudaMallocPitch");
  given::require(
      cudaMemcpy2D(on_device, pitch, image.data(), row_bytes, row_bytes, rows, cudaMemcpyHostToDevice),
      "cudaMemcpy2D");
  given::OnDevice<float> out(4 * rows * columns);
  const auto call = [&] { enlarge(on_device, pitch, rows, columns, out.data()); };
  call();
  given::finish();
  const std::vector<float> found = out.on_host();
  given::compare("out", std::vector<int>(found.begin(), found.end()), expected, 2 * columns);
  given::time_if_asked(argument_count, call);
  given::require(cudaFree(on_device), "cudaFree");
}
