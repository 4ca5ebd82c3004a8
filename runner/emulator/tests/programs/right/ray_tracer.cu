// Spheres in constant memory, one ray a pixel, seen from the front.
#include <cstdio>
#include <cmath>

#define INF 2e10f
#define SPHERES 6
#define WIDTH 70
#define HEIGHT 28

struct Sphere {
  float x, y, z, radius;
  char letter;
  __device__ float hit(float ox, float oy, float *n) const {
    float dx = ox - x, dy = oy - y;
    if (dx * dx + dy * dy >= radius * radius) return -INF;
    float dz = sqrtf(radius * radius - dx * dx - dy * dy);
    *n = dz / radius;
    return dz + z;
  }
};

__constant__ Sphere spheres[SPHERES];

__global__ void render(char *pixels, float *brightness) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= WIDTH || y >= HEIGHT) return;
  float ox = x - WIDTH / 2 + 0.5f, oy = 2 * (y - HEIGHT / 2) + 1.0f;
  char seen = '.';
  float shade = 0, nearest = -INF;
  for (int i = 0; i < SPHERES; i++) {
    float n, t = spheres[i].hit(ox, oy, &n);
    if (t > nearest) {
      nearest = t;
      shade = n;
      seen = shade > 0.7f ? spheres[i].letter : spheres[i].letter + ('a' - 'A');
    }
  }
  pixels[y * WIDTH + x] = seen;
  brightness[y * WIDTH + x] = shade;
}

int main() {
  const Sphere scene[SPHERES] = {{-20.25f, -8.5f, 0, 9.125f, 'A'},  {-12.5f, 5.25f, 8, 11.0625f, 'B'},
                                 {10.125f, -10.5f, -5, 14.3f, 'C'}, {22.75f, 12.0f, 3, 10.7f, 'D'},
                                 {4.5f, 15.25f, 20, 6.45f, 'E'},    {13.3f, -3.1f, 12, 3.9f, 'F'}};
  char *d_pixels, pixels[HEIGHT][WIDTH];
  float *d_brightness, brightness[HEIGHT][WIDTH];
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaMalloc(&d_pixels, sizeof pixels);
  cudaMalloc(&d_brightness, sizeof brightness);
  cudaMemcpyToSymbol(spheres, scene, sizeof scene);
  cudaEventRecord(begin);
  render<<<dim3((WIDTH + 15) / 16, (HEIGHT + 15) / 16), dim3(16, 16)>>>(d_pixels, d_brightness);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float milliseconds = -1;
  cudaEventElapsedTime(&milliseconds, begin, end);
  cudaMemcpy(pixels, d_pixels, sizeof pixels, cudaMemcpyDeviceToHost);
  cudaMemcpy(brightness, d_brightness, sizeof brightness, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int y = 0; y < HEIGHT; y++) {
    printf("%.*s\n", WIDTH, pixels[y]);
    for (int x = 0; x < WIDTH; x++) sum += brightness[y][x];
  }
  printf("mean brightness %.3f, %s\n", sum / (WIDTH * HEIGHT), milliseconds >= 0 ? "timed" : "not timed");
  cudaFree(d_pixels), cudaFree(d_brightness), cudaEventDestroy(begin), cudaEventDestroy(end);
}
