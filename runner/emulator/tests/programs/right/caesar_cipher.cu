// Breaking a Caesar cipher: all shifts at once, each judged by its letters.
#include <iostream>
#include <string>
#include <vector>
#include <cctype>
using namespace std;

__constant__ int weights[26];

__device__ char shifted(char c, int by) {
    if (c >= 'a' && c <= 'z') return 'a' + (c - 'a' + by) % 26;
    if (c >= 'A' && c <= 'Z') return 'A' + (c - 'A' + by) % 26;
    return c;
}

__global__ void encrypt(char *text, int length, int key) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) text[i] = shifted(text[i], key);
}

// A block a key: how much the text looks like English.
__global__ void score(const char *text, int length, int *scores) {
    __shared__ int total;
    if (!threadIdx.x) total = 0;
    __syncthreads();
    int mine = 0;
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        char c = shifted(text[i], blockIdx.x) | 0x20;
        if (c >= 'a' && c <= 'z') mine += weights[c - 'a'];
    }
    atomicAdd(&total, mine);
    __syncthreads();
    if (!threadIdx.x) scores[blockIdx.x] = total;
}

int main() {
    const int frequency[26] = {82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1};
    cudaMemcpyToSymbol(weights, frequency, sizeof(frequency));
    string messages[] = {"Attack at dawn, and bring the long ladders!", "There are more threads in a warp than days in a month.",
                         "Memory that nobody has written is full of surprises; read it at your own risk."};
    for (size_t m = 0; m < 3; m++) {
        string text = messages[m];
        char *d_text;
        int *d_scores, key = 7 * m + 5;
        vector<int> scores(26);
        cudaMalloc(&d_text, text.size());
        cudaMalloc(&d_scores, 26 * sizeof(int));
        cudaMemcpy(d_text, &text[0], text.size(), cudaMemcpyHostToDevice);
        encrypt<<<(text.size() + 31) / 32, 32>>>(d_text, text.size(), key);
        score<<<26, 64>>>(d_text, text.size(), d_scores);
        cudaMemcpy(&text[0], d_text, text.size(), cudaMemcpyDeviceToHost);
        cudaMemcpy(scores.data(), d_scores, 26 * sizeof(int), cudaMemcpyDeviceToHost);
        cout << text << endl;
        int best = 0;
        for (int k = 1; k < 26; k++) if (scores[k] > scores[best]) best = k;
        encrypt<<<(text.size() + 31) / 32, 32>>>(d_text, text.size(), best);
        cudaMemcpy(&text[0], d_text, text.size(), cudaMemcpyDeviceToHost);
        cout << "  key " << (26 - best) % 26 << ": " << text << (text == messages[m] ? "" : " WRONG") << endl;
        cudaFree(d_text);
        cudaFree(d_scores);
    }
}
