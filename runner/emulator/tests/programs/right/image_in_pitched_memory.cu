// Colours to grey and a box blur, rows padded by cudaMallocPitch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(call)                                                                        \
  {                                                                                      \
    const cudaError_t error = call;                                                      \
    if (error != cudaSuccess) {                                                          \
      printf("Error: %s:%d, code: %d, reason: %s\n", __FILE__, __LINE__, error,          \
             cudaGetErrorString(error));                                                 \
      exit(1);                                                                           \
    }                                                                                    \
  }

__global__ void toGrey(const uchar4 *in, size_t inPitch, unsigned char *out, size_t outPitch, int w, int h) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= w || y >= h) return;
  const uchar4 *row = (const uchar4 *)((const char *)in + y * inPitch);
  uchar4 p = row[x];
  out[y * outPitch + x] = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}

__global__ void boxBlur(const unsigned char *in, unsigned char *out, size_t pitch, int w, int h) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= w || y >= h) return;
  int sum = 0, count = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h) {
        sum += in[(y + dy) * pitch + x + dx];
        count++;
      }
  out[y * pitch + x] = sum / count;
}

int main(int argc, char *argv[]) {
  const int w = 123, h = 45;
  uchar4 *image = (uchar4 *)malloc(w * h * sizeof(uchar4));
  unsigned char *grey = (unsigned char *)malloc(w * h);
  for (int i = 0; i < w * h; i++) image[i] = make_uchar4(i % 256, i / 7 % 256, i * i % 256, 255);

  uchar4 *d_image;
  unsigned char *d_grey, *d_blurred;
  size_t imagePitch, greyPitch, blurredPitch;
  TRY(cudaMallocPitch((void **)&d_image, &imagePitch, w * sizeof(uchar4), h));
  TRY(cudaMallocPitch((void **)&d_grey, &greyPitch, w, h));
  TRY(cudaMallocPitch((void **)&d_blurred, &blurredPitch, w, h));
  if (imagePitch < w * sizeof(uchar4) || greyPitch != blurredPitch) printf("strange pitches\n");
  TRY(cudaMemset2D(d_blurred, blurredPitch, 0, w, h));
  TRY(cudaMemcpy2D(d_image, imagePitch, image, w * sizeof(uchar4), w * sizeof(uchar4), h, cudaMemcpyHostToDevice));

  dim3 block(32, 4);
  dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  toGrey<<<grid, block>>>(d_image, imagePitch, d_grey, greyPitch, w, h);
  boxBlur<<<grid, block>>>(d_grey, d_blurred, greyPitch, w, h);
  TRY(cudaGetLastError());

  unsigned char *stages[] = {d_grey, d_blurred};
  for (int stage = 0; stage < 2; stage++) {
    TRY(cudaMemcpy2D(grey, w, stages[stage], greyPitch, w, h, cudaMemcpyDeviceToHost));
    unsigned int hash = 2166136261u;
    for (int i = 0; i < w * h; i++) hash = (hash ^ grey[i]) * 16777619u;
    printf("%s: %d %d %d ... %d, hash %08x\n", stage ? "blurred" : "grey", grey[0], grey[1], grey[w], grey[w * h - 1], hash);
  }
  TRY(cudaFree(d_image));
  TRY(cudaFree(d_grey));
  TRY(cudaFree(d_blurred));
  free(image);
  free(grey);
  return 0;
}
