#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdio>
#include <cstdint>
using namespace nvcuda;
template<class F,class T,class L> __global__ void rows(int*o,int rowsn,int cols,bool colmajor,L lay){
  __shared__ __align__(256) T m[32*64];
  F f; 
  for(int w=0;w<2;w++){
    __syncthreads();
    for(int i=threadIdx.x;i<rowsn*cols;i+=32){int r=i/cols,c=i%cols; T v; int q=w?c:r; v=T(float(q)); m[colmajor? c*rowsn+r : r*cols+c]=v;}
    __syncthreads();
    lay(f,m,colmajor?rowsn:cols);
    for(int i=0;i<f.num_elements;i++) o[(w*32+threadIdx.x)*32+i]=(int)(float)f.x[i];
  }
}
struct Plain{template<class F,class T>__device__ void operator()(F&f,T*m,int ld){wmma::load_matrix_sync(f,m,ld);}};
struct AccR{template<class F,class T>__device__ void operator()(F&f,T*m,int ld){wmma::load_matrix_sync(f,m,ld,wmma::mem_row_major);}};
struct AccC{template<class F,class T>__device__ void operator()(F&f,T*m,int ld){wmma::load_matrix_sync(f,m,ld,wmma::mem_col_major);}};
int *d,h[2*32*32];
template<class F,class T,class L> void go(const char*name,int r,int c,bool cm,L l){
  cudaMemset(d,0xff,sizeof h);
  rows<F,T><<<1,32>>>(d,r,c,cm,l); cudaMemcpy(h,d,sizeof h,cudaMemcpyDeviceToHost);
  printf("%s num %d size %d err %s\n",name,(int)F::num_elements,(int)sizeof(F),cudaGetErrorString(cudaGetLastError()));
  for(int lane=0;lane<32;lane++){ for(int i=0;i<F::num_elements;i++) printf("%d,%d ",h[lane*32+i],h[(32+lane)*32+i]); printf("\n");}
}
template<class T,class S,int M,int N,int K> void ab(const char*n){
  char b[99];
  sprintf(b,"%s a row %dx%dx%d",n,M,N,K); go<wmma::fragment<wmma::matrix_a,M,N,K,T,wmma::row_major>,S>(b,M,K,false,Plain());
  sprintf(b,"%s a col %dx%dx%d",n,M,N,K); go<wmma::fragment<wmma::matrix_a,M,N,K,T,wmma::col_major>,S>(b,M,K,true,Plain());
  sprintf(b,"%s b row %dx%dx%d",n,M,N,K); go<wmma::fragment<wmma::matrix_b,M,N,K,T,wmma::row_major>,S>(b,K,N,false,Plain());
  sprintf(b,"%s b col %dx%dx%d",n,M,N,K); go<wmma::fragment<wmma::matrix_b,M,N,K,T,wmma::col_major>,S>(b,K,N,true,Plain());
}
template<class T,int M,int N,int K> void acc(const char*n){
  char b[99];
  sprintf(b,"%s acc row %dx%dx%d",n,M,N,K); go<wmma::fragment<wmma::accumulator,M,N,K,T>,T>(b,M,N,false,AccR());
  sprintf(b,"%s acc col %dx%dx%d",n,M,N,K); go<wmma::fragment<wmma::accumulator,M,N,K,T>,T>(b,M,N,true,AccC());
}
#define SHAPES(F,...) F<__VA_ARGS__,16,16,16>
int main(){
  cudaMalloc(&d,sizeof h);
  ab<half,half,16,16,16>("half"); ab<half,half,32,8,16>("half"); ab<half,half,8,32,16>("half");
  acc<half,16,16,16>("half"); acc<half,32,8,16>("half"); acc<half,8,32,16>("half");
  acc<float,16,16,16>("float"); acc<float,32,8,16>("float"); acc<float,8,32,16>("float");
  ab<signed char,signed char,16,16,16>("s8"); ab<signed char,signed char,32,8,16>("s8"); ab<signed char,signed char,8,32,16>("s8");
  acc<int,16,16,16>("int"); acc<int,32,8,16>("int"); acc<int,8,32,16>("int");
  ab<__nv_bfloat16,__nv_bfloat16,16,16,16>("bf16"); ab<__nv_bfloat16,__nv_bfloat16,32,8,16>("bf16"); ab<__nv_bfloat16,__nv_bfloat16,8,32,16>("bf16");
  ab<wmma::precision::tf32,float,16,16,8>("tf32"); acc<float,16,16,8>("float");
  ab<double,double,8,8,4>("double"); acc<double,8,8,4>("double");
}
