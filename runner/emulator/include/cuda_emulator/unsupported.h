/// Functions of the runtime API that the emulated device lacks, refused where a program names them.
#pragma once

#include "../driver_types.h"

#define CUDA_EMULATOR_REFUSED(what) __attribute__((unavailable("the emulated device has no " what)))

#define CUDA_EMULATOR_REFUSE_TYPE(name, what) struct CUDA_EMULATOR_REFUSED(what) name {};
#define CUDA_EMULATOR_REFUSE_CALL(name, what) CUDA_EMULATOR_REFUSED(what) cudaError_t name(...);

#define CUDA_EMULATOR_ROW(name) CUDA_EMULATOR_REFUSE_CALL(name, "memory shared between processes")
CUDA_EMULATOR_REFUSE_TYPE(cudaIpcMemHandle_t, "memory shared between processes")
CUDA_EMULATOR_REFUSE_TYPE(cudaIpcEventHandle_t, "events shared between processes")
CUDA_EMULATOR_ROW(cudaIpcGetMemHandle)
CUDA_EMULATOR_ROW(cudaIpcOpenMemHandle)
CUDA_EMULATOR_ROW(cudaIpcCloseMemHandle)
CUDA_EMULATOR_ROW(cudaIpcGetEventHandle)
CUDA_EMULATOR_ROW(cudaIpcOpenEventHandle)
CUDA_EMULATOR_ROW(cudaMemPoolExportToShareableHandle)
CUDA_EMULATOR_ROW(cudaMemPoolImportFromShareableHandle)
CUDA_EMULATOR_ROW(cudaMemPoolExportPointer)
CUDA_EMULATOR_ROW(cudaMemPoolImportPointer)
CUDA_EMULATOR_ROW(cudaImportExternalMemory)
CUDA_EMULATOR_ROW(cudaImportExternalSemaphore)
#undef CUDA_EMULATOR_ROW

#define CUDA_EMULATOR_ROW(name) CUDA_EMULATOR_REFUSE_CALL(name, "mipmapped arrays")
CUDA_EMULATOR_REFUSE_TYPE(cudaMipmappedArray_t, "mipmapped arrays")
CUDA_EMULATOR_REFUSE_TYPE(cudaMipmappedArray_const_t, "mipmapped arrays")
CUDA_EMULATOR_ROW(cudaMallocMipmappedArray)
CUDA_EMULATOR_ROW(cudaFreeMipmappedArray)
CUDA_EMULATOR_ROW(cudaGetMipmappedArrayLevel)
#undef CUDA_EMULATOR_ROW

#define CUDA_EMULATOR_ROW(name) CUDA_EMULATOR_REFUSE_CALL(name, "graphics")
CUDA_EMULATOR_REFUSE_TYPE(cudaGraphicsResource_t, "graphics")
CUDA_EMULATOR_REFUSE_TYPE(cudaGraphicsResource, "graphics")
CUDA_EMULATOR_ROW(cudaGraphicsMapResources)
CUDA_EMULATOR_ROW(cudaGraphicsUnmapResources)
CUDA_EMULATOR_ROW(cudaGraphicsResourceGetMappedPointer)
CUDA_EMULATOR_ROW(cudaGraphicsSubResourceGetMappedArray)
CUDA_EMULATOR_ROW(cudaGraphicsUnregisterResource)
#undef CUDA_EMULATOR_ROW

#define CUDA_EMULATOR_ROW(name) CUDA_EMULATOR_REFUSE_CALL(name, "code that is loaded at run time")
CUDA_EMULATOR_REFUSE_TYPE(cudaLibrary_t, "code that is loaded at run time")
CUDA_EMULATOR_ROW(cudaGetDriverEntryPoint)
CUDA_EMULATOR_ROW(cudaGetDriverEntryPointByVersion)
CUDA_EMULATOR_ROW(cudaLibraryLoadData)
CUDA_EMULATOR_ROW(cudaLibraryLoadFromFile)
#undef CUDA_EMULATOR_ROW

CUDA_EMULATOR_REFUSE_CALL(cudaMemcpyBatchAsync, "copies in batches")
CUDA_EMULATOR_REFUSE_CALL(cudaMemcpy3DBatchAsync, "copies in batches")
CUDA_EMULATOR_REFUSE_CALL(cudaLaunchCooperativeKernelMultiDevice, "grids on several devices")
CUDA_EMULATOR_REFUSE_CALL(cudaOccupancyMaxActiveClusters, "clusters of more than one block")
CUDA_EMULATOR_REFUSE_CALL(cudaOccupancyMaxPotentialClusterSize, "clusters of more than one block")
CUDA_EMULATOR_REFUSE_CALL(cudaGraphAddNode, "graph nodes that are described by cudaGraphNodeParams")
CUDA_EMULATOR_REFUSE_CALL(cudaGraphConditionalHandleCreate, "conditional graph nodes")
CUDA_EMULATOR_REFUSE_CALL(cudaGraphAddMemAllocNode, "graph nodes that allocate memory")
CUDA_EMULATOR_REFUSE_CALL(cudaGraphAddMemFreeNode, "graph nodes that free memory")
CUDA_EMULATOR_REFUSE_CALL(cudaUserObjectCreate, "user objects of graphs")

CUDA_EMULATOR_REFUSE_TYPE(cudaGraphConditionalHandle, "conditional graph nodes")
CUDA_EMULATOR_REFUSE_TYPE(cudaGraphNodeParams, "graph nodes that are described by cudaGraphNodeParams")
CUDA_EMULATOR_REFUSE_TYPE(cudaMemAllocNodeParams, "graph nodes that allocate memory")

// In kernels.
#define CUDA_EMULATOR_REFUSE_TEXTURES(name, what) \
  template <class T, class... Parameters>         \
  CUDA_EMULATOR_REFUSED(what)                     \
  __device__ T name(Parameters...);
CUDA_EMULATOR_REFUSE_TEXTURES(tex1DLayered, "layered textures")
CUDA_EMULATOR_REFUSE_TEXTURES(tex2DLayered, "layered textures")
CUDA_EMULATOR_REFUSE_TEXTURES(texCubemap, "cube maps")
CUDA_EMULATOR_REFUSE_TEXTURES(texCubemapLayered, "cube maps")
CUDA_EMULATOR_REFUSE_TEXTURES(tex1DLod, "mipmapped textures")
CUDA_EMULATOR_REFUSE_TEXTURES(tex2DLod, "mipmapped textures")
CUDA_EMULATOR_REFUSE_TEXTURES(tex3DLod, "mipmapped textures")
CUDA_EMULATOR_REFUSE_TEXTURES(tex1DGrad, "mipmapped textures")
CUDA_EMULATOR_REFUSE_TEXTURES(tex2DGrad, "mipmapped textures")
CUDA_EMULATOR_REFUSE_TEXTURES(tex3DGrad, "mipmapped textures")
CUDA_EMULATOR_REFUSE_TEXTURES(tex2Dgather, "texture gathers")
CUDA_EMULATOR_REFUSE_TEXTURES(surf1DLayeredread, "layered surfaces")
CUDA_EMULATOR_REFUSE_TEXTURES(surf2DLayeredread, "layered surfaces")
#undef CUDA_EMULATOR_REFUSE_TEXTURES

#undef CUDA_EMULATOR_REFUSE_TYPE
#undef CUDA_EMULATOR_REFUSE_CALL
