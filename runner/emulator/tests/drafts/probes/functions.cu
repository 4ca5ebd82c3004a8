#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <curand_kernel.h>
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cstring>
__device__ __host__ inline uint64_t rnd(uint64_t n){ n+=0x9e3779b97f4a7c15ull; n=(n^(n>>30))*0xbf58476d1ce4e5b9ull; n=(n^(n>>27))*0x94d049bb133111ebull; return n^(n>>31);}
template<class T> __device__ uint64_t bits(T v){uint64_t b=0; memcpy(&b,&v,sizeof v); return b;}
template<class F> __global__ void k(uint64_t*o,int n,F f){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)o[i]=bits(f(i));}
const int N=8192; uint64_t *d,h[65536]; FILE*out;
template<class F> void go(const char*name,F f,int n=N){
  k<<<(n+127)/128,128>>>(d,n,f); cudaMemcpy(h,d,n*8,cudaMemcpyDeviceToHost);
  char b[64]={}; strncpy(b,name,63); fwrite(b,64,1,out); fwrite(&n,4,1,out); for(int j=0;j<n;j++){unsigned w=(unsigned)h[j]^(unsigned)(h[j]>>32)*2654435761u; fwrite(&w,4,1,out);} fflush(out); if(getenv("LOG")){fprintf(stderr,"%s\n",name);}
  cudaError_t e=cudaGetLastError(); if(e) printf("%s: %s\n",name,cudaGetErrorString(e));
}
#ifdef __CUDA_EMULATOR__
#define G(name,e) {struct L{__device__ auto operator()(int i)const{ uint64_t r=rnd(i),r2=rnd(i+1000000); (void)r;(void)r2; return e;}}; go(name,L());}
#define GN(name,n,e) {struct L{__device__ auto operator()(int i)const{ return e;}}; go(name,L(),n);}
#define LAMBDA2(n,...) {struct L{__device__ auto operator()(int i)const __VA_ARGS__}; go(lname,L(),n);}
#else
#define G(name,e) go(name,[]__device__(int i){ uint64_t r=rnd(i),r2=rnd(i+1000000); (void)r;(void)r2; return e;})
#define GN(name,n,e) go(name,[]__device__(int i){ return e;},n)
#define LAMBDA2(n,...) go(lname,[]__device__(int i)__VA_ARGS__,n)
#endif
struct A{ __device__ static half h(uint64_t r){return __ushort_as_half((unsigned short)r);} __device__ static __nv_bfloat16 b(uint64_t r){return __ushort_as_bfloat16((unsigned short)r);}
 // near 1
 __device__ static half hn(uint64_t r){return __ushort_as_half((unsigned short)((r&0x83ff)|((12+(r>>40)%7)<<10)));}
 __device__ static __nv_bfloat16 bn(uint64_t r){return __ushort_as_bfloat16((unsigned short)((r&0x807f)|((124+(r>>40)%7)<<7)));}
};
__device__ float fl(uint64_t r){return (float)((double)(int64_t)r*0x1p-60);}   // -8..8
__device__ float anyf(uint64_t r){return __uint_as_float((unsigned)r);}
#define H1(f) GN("half " #f,65536,f(A::h(i))); GN("bf16 " #f,65536,f(A::b(i)));
#define H2(f) G("half " #f,f(A::h(r),A::h(r2))); G("bf16 " #f,f(A::b(r),A::b(r2))); G("half near " #f,f(A::hn(r),A::hn(r2))); G("bf16 near " #f,f(A::bn(r),A::bn(r2)));
#define H3(f) G("half " #f,f(A::h(r),A::h(r2),A::h(r>>20))); G("bf16 " #f,f(A::b(r),A::b(r2),A::b(r>>20))); G("half near " #f,f(A::hn(r),A::hn(r2),A::hn(r>>20))); G("bf16 near " #f,f(A::bn(r),A::bn(r2),A::bn(r>>20)));
#define V2(f) G(#f,f((unsigned)r,(unsigned)r2)); G("small " #f,f((unsigned)r&0x81838183,(unsigned)r2&0x83818381));
#define V1(f) G(#f,f((unsigned)r)); G("small " #f,f((unsigned)r&0x80808080));
#define F1(f) G(#f,f(fl(r)));
#define F01(f) G(#f,f((float)(r>>40)*0x1p-24f+0x1p-25f));
#define D01(f) G(#f,f((double)(r>>11)*0x1p-53+0x1p-54));
#define D1(f) G(#f,f((double)(int64_t)r*0x1p-60));
template<class S> __device__ uint64_t seq(S*s,int what,int i){
  switch(what){
   case 0: return curand(s); case 1: return bits(curand_uniform(s)); case 2: return bits(curand_uniform_double(s));
   case 3: return bits(curand_normal(s)); case 4: return bits(curand_normal_double(s)); case 5: return bits(curand_log_normal(s,0.5f,0.7f));
   case 6: return bits(curand_log_normal_double(s,0.5,0.7)); case 7: {float2 v=curand_normal2(s);return bits(v);} case 8: {double2 v=curand_normal2_double(s);return bits(v.x)^bits(v.y)*3;}
   case 9: return curand_poisson(s,2.5); case 10: return curand_poisson(s,40); case 11: return curand_poisson(s,10000.0); default: return curand_poisson(s,200);
  }
}
#define C(S,what) {const char*lname="curand " #S " " #what;LAMBDA2(2048,{ S s; uint64_t r=rnd(i/4); curand_init(i&4?r:r&0xffff,(i>>3)&8?rnd(i/4+77):i/4,(i>>4)&1?rnd(i/4+99)&0xffffffffffull:0,&s); uint64_t v=0; for(int j=0;j<=(i&3);j++)v=seq(&s,what,i); return v;})}
#define CM(S) C(S,0);C(S,1);C(S,2);C(S,3);C(S,4);C(S,5);C(S,6);C(S,7);C(S,8);C(S,9);C(S,10);C(S,11);C(S,12);
#ifdef PART_B
#include "part_b.h"
#endif
int main(int c,char**v){ out=fopen(v[1],"wb"); cudaMalloc(&d,sizeof h);
#ifdef PART_B
  part_b();
#else
  H1(hsqrt)H1(hrsqrt)H1(hrcp)H1(hexp)H1(hexp2)H1(hexp10)H1(hlog)H1(hlog2)H1(hlog10)H1(hsin)H1(hcos)H1(hrint)H1(hfloor)H1(hceil)H1(htrunc)H1(__hneg)H1(__habs)H1(__hisinf)H1(__hisnan)
  H2(__hadd)H2(__hsub)H2(__hmul)H2(__hdiv)H2(__hadd_sat)H2(__hsub_sat)H2(__hmul_sat)H2(__hmin)H2(__hmax)H2(__hmin_nan)H2(__hmax_nan)H2(__hlt)H2(__hltu)H2(__hne)H2(__hneu)
  H3(__hfma)H3(__hfma_sat)H3(__hfma_relu)
  G("__float2half_rn",__float2half_rn(anyf(r)));G("__float2half_rz",__float2half_rz(anyf(r)));G("__float2half_rd",__float2half_rd(anyf(r)));G("__float2half_ru",__float2half_ru(anyf(r)));
  G("near __float2half_rn",__float2half_rn(fl(r)));G("near __float2half_rz",__float2half_rz(fl(r)));G("near __float2half_rd",__float2half_rd(fl(r)*1e-5f));G("near __float2half_ru",__float2half_ru(fl(r)*1e4f));
  G("near __float2bfloat16_rn",__float2bfloat16_rn(fl(r)));G("__float2bfloat16_rz",__float2bfloat16_rz(anyf(r)));G("__float2bfloat16_rd",__float2bfloat16_rd(anyf(r)));G("__float2bfloat16_ru",__float2bfloat16_ru(anyf(r)));
  G("__double2half",__double2half((double)(int64_t)r*0x1p-58));G("__double2bfloat16",__double2bfloat16((double)(int64_t)r*0x1p-58));
  G("__ll2half_rn",__ll2half_rn((int64_t)r>>(r2&63)));G("__ll2half_rd",__ll2half_rd((int64_t)r>>(r2&63)));G("__ull2bfloat16_rn",__ull2bfloat16_rn(r>>(r2&63)));G("__ll2bfloat16_ru",__ll2bfloat16_ru((int64_t)r>>(r2&63)));
  G("__int2half_rn",__int2half_rn((int)r>>(r2&31)));G("__uint2bfloat16_rz",__uint2bfloat16_rz((unsigned)r>>(r2&31)));
  GN("__half2int_rn",65536,__half2int_rn(A::h(i)));GN("__half2int_rd",65536,__half2int_rd(A::h(i)));GN("__half2ll_ru",65536,__half2ll_ru(A::h(i)));GN("__half2short_rz",65536,__half2short_rz(A::h(i)));GN("__half2ushort_rn",65536,__half2ushort_rn(A::h(i)));GN("__half2uint_rz",65536,__half2uint_rz(A::h(i)));
  GN("__bfloat162int_rn",65536,__bfloat162int_rn(A::b(i)));GN("__bfloat162ull_ru",65536,__bfloat162ull_ru(A::b(i)));GN("(int)half",65536,(int)A::h(i));GN("(char)half",65536,(signed char)A::h(i));
  F1(__sinf)F1(__cosf)F1(__tanf)F1(__expf)F1(__exp10f)F01(__logf)F01(__log2f)F01(__log10f)F01(__frsqrt_rn)F01(rsqrtf)F1(sinf)F1(expf)F01(logf)F1(tanhf)
  G("__powf",__powf(fabsf(fl(r)),fl(r2)));G("__fdividef",__fdividef(fl(r),fl(r2)));G("powf",powf(fabsf(fl(r)),fl(r2)));
  CM(curandStateXORWOW_t)CM(curandStateMRG32k3a_t)CM(curandStatePhilox4_32_10_t)
#endif
  fclose(out); }
