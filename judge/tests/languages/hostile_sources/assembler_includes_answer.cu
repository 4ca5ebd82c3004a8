__global__ void kernel() { asm volatile(".include \"@ANSWER@\""); }
int main() { kernel<<<1, 1>>>(); }
