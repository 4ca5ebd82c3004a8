// Single instructions by inline PTX: mad, bfe, bfi, prmt, lop3, popc, and what the intrinsics say.
#include <stdint.h>
#include <stdio.h>

__device__ int madlo(int a, int b, int c) { int d; asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
__device__ unsigned mulhi(unsigned a, unsigned b) { unsigned d; asm("mul.hi.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); return d; }
__device__ unsigned long long mulwide(unsigned a, unsigned b) { unsigned long long d; asm("mul.wide.u32 %0, %1, %2;" : "=l"(d) : "r"(a), "r"(b)); return d; }
__device__ unsigned bfe(unsigned v, unsigned from, unsigned n) { unsigned d; asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(v), "r"(from), "r"(n)); return d; }
__device__ int bfes(int v, unsigned from, unsigned n) { int d; asm("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(v), "r"(from), "r"(n)); return d; }
__device__ unsigned bfi(unsigned in, unsigned v, unsigned from, unsigned n) { unsigned d; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(in), "r"(v), "r"(from), "r"(n)); return d; }
__device__ unsigned prmt(unsigned a, unsigned b, unsigned s) { unsigned d; asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(s)); return d; }
template <int table> __device__ unsigned lop3(unsigned a, unsigned b, unsigned c)
{
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(table));
    return d;
}
__device__ unsigned popc64(uint64_t v) { unsigned d; asm("popc.b64 %0, %1;" : "=r"(d) : "l"(v)); return d; }
__device__ unsigned brev(unsigned v) { unsigned d; asm("brev.b32 %0, %1;" : "=r"(d) : "r"(v)); return d; }
__device__ unsigned bfind(unsigned v) { unsigned d; asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(v)); return d; }
__device__ float rcp(float v) { float d; asm("rcp.rn.f32 %0, %1;" : "=f"(d) : "f"(v)); return d; }
__device__ double fma64(double a, double b, double c) { double d; asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c)); return d; }
__device__ int clampByte(int v) { int d; asm("{\n\t.reg .s32 t;\n\tmax.s32 t, %1, 0;\n\tmin.s32 %0, t, 255;\n\t}" : "=r"(d) : "r"(v)); return d; }
__device__ unsigned sad(int a, int b, unsigned c) { unsigned d; asm("sad.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); return d; }
__device__ unsigned shf(unsigned lo, unsigned hi, unsigned n) { unsigned d; asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(lo), "r"(hi), "r"(n)); return d; }

__global__ void tour(unsigned x, unsigned y)
{
    printf("%d %u %llu\n", madlo(-7, 11, 100), mulhi(x, y), mulwide(x, y));
    printf("%x %d %x %x\n", bfe(x, 8, 12), bfes((int)x, 20, 8), bfi(0xabc, x, 4, 12), prmt(x, y, 0x7250));
    printf("%x %x %x\n", lop3<0x96>(x, y, 0x0f0f0f0f), lop3<0xe8>(x, y, 0x0f0f0f0f), lop3<0xca>(x, y, 0x0f0f0f0f));
    printf("%d %d %d\n", lop3<0x96>(x, y, 5) == (x ^ y ^ 5), prmt(x, y, 0x0123) == __byte_perm(x, y, 0x0123), brev(x) == __brev(x));
    printf("%u %x %u %d %d\n", popc64(0xf0f0ull << 30), brev(x), bfind(y), clampByte(300), clampByte(-3));
    printf("%g %.17g %u %x\n", rcp(3.0f), fma64(1.0 / 3, 3, -1), sad(-5, 9, 100), shf(x, y, 12));
}

int main()
{
    tour<<<1, 1>>>(0x89abcdefu, 0x76543210u);
    return cudaDeviceSynchronize() != cudaSuccess;
}
