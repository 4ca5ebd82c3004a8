/// Table of the attributes that programs may query: name in the runtime API, name in the driver API, value.
#pragma once

#define CUDA_EMULATOR_DEVICE_ATTRIBUTES(ROW)                                                                 \
  ROW(cudaDevAttrMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1)                           \
  ROW(cudaDevAttrMaxBlockDimX, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 2)                                       \
  ROW(cudaDevAttrMaxBlockDimY, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 3)                                       \
  ROW(cudaDevAttrMaxBlockDimZ, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 4)                                       \
  ROW(cudaDevAttrMaxGridDimX, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 5)                                         \
  ROW(cudaDevAttrMaxGridDimY, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 6)                                         \
  ROW(cudaDevAttrMaxGridDimZ, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 7)                                         \
  ROW(cudaDevAttrMaxSharedMemoryPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 8)                \
  ROW(cudaDevAttrTotalConstantMemory, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 9)                          \
  ROW(cudaDevAttrWarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 10)                                                \
  ROW(cudaDevAttrMaxPitch, CU_DEVICE_ATTRIBUTE_MAX_PITCH, 11)                                                \
  ROW(cudaDevAttrMaxRegistersPerBlock, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 12)                      \
  ROW(cudaDevAttrClockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 13)                                              \
  ROW(cudaDevAttrTextureAlignment, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 14)                                \
  ROW(cudaDevAttrGpuOverlap, CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 15)                                            \
  ROW(cudaDevAttrMultiProcessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 16)                          \
  ROW(cudaDevAttrKernelExecTimeout, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, 17)                             \
  ROW(cudaDevAttrIntegrated, CU_DEVICE_ATTRIBUTE_INTEGRATED, 18)                                             \
  ROW(cudaDevAttrCanMapHostMemory, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 19)                              \
  ROW(cudaDevAttrComputeMode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, 20)                                          \
  ROW(cudaDevAttrMaxTexture1DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 21)                         \
  ROW(cudaDevAttrMaxTexture2DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 22)                         \
  ROW(cudaDevAttrMaxTexture2DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, 23)                       \
  ROW(cudaDevAttrMaxTexture3DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, 24)                         \
  ROW(cudaDevAttrMaxTexture3DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, 25)                       \
  ROW(cudaDevAttrMaxTexture3DDepth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, 26)                         \
  ROW(cudaDevAttrMaxTexture2DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 27)          \
  ROW(cudaDevAttrMaxTexture2DLayeredHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 28)        \
  ROW(cudaDevAttrMaxTexture2DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 29)        \
  ROW(cudaDevAttrSurfaceAlignment, CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 30)                                \
  ROW(cudaDevAttrConcurrentKernels, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 31)                              \
  ROW(cudaDevAttrEccEnabled, CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 32)                                            \
  ROW(cudaDevAttrPciBusId, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 33)                                               \
  ROW(cudaDevAttrPciDeviceId, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, 34)                                         \
  ROW(cudaDevAttrTccDriver, CU_DEVICE_ATTRIBUTE_TCC_DRIVER, 35)                                              \
  ROW(cudaDevAttrMemoryClockRate, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 36)                                 \
  ROW(cudaDevAttrGlobalMemoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 37)                      \
  ROW(cudaDevAttrL2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 38)                                         \
  ROW(cudaDevAttrMaxThreadsPerMultiProcessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 39)        \
  ROW(cudaDevAttrAsyncEngineCount, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 40)                               \
  ROW(cudaDevAttrUnifiedAddressing, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 41)                              \
  ROW(cudaDevAttrMaxTexture1DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 42)          \
  ROW(cudaDevAttrMaxTexture1DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 43)        \
  ROW(cudaDevAttrMaxTexture2DGatherWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH, 45)            \
  ROW(cudaDevAttrMaxTexture2DGatherHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 46)          \
  ROW(cudaDevAttrMaxTexture3DWidthAlt, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 47)            \
  ROW(cudaDevAttrMaxTexture3DHeightAlt, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 48)          \
  ROW(cudaDevAttrMaxTexture3DDepthAlt, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 49)            \
  ROW(cudaDevAttrPciDomainId, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, 50)                                         \
  ROW(cudaDevAttrTexturePitchAlignment, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 51)                     \
  ROW(cudaDevAttrMaxTextureCubemapWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, 52)               \
  ROW(cudaDevAttrMaxTextureCubemapLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,    \
      53)                                                                                                    \
  ROW(cudaDevAttrMaxTextureCubemapLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS,  \
      54)                                                                                                    \
  ROW(cudaDevAttrMaxSurface1DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, 55)                         \
  ROW(cudaDevAttrMaxSurface2DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, 56)                         \
  ROW(cudaDevAttrMaxSurface2DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT, 57)                       \
  ROW(cudaDevAttrMaxSurface3DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, 58)                         \
  ROW(cudaDevAttrMaxSurface3DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT, 59)                       \
  ROW(cudaDevAttrMaxSurface3DDepth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH, 60)                         \
  ROW(cudaDevAttrMaxSurface1DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH, 61)          \
  ROW(cudaDevAttrMaxSurface1DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS, 62)        \
  ROW(cudaDevAttrMaxSurface2DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH, 63)          \
  ROW(cudaDevAttrMaxSurface2DLayeredHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 64)        \
  ROW(cudaDevAttrMaxSurface2DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS, 65)        \
  ROW(cudaDevAttrMaxSurfaceCubemapWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH, 66)               \
  ROW(cudaDevAttrMaxSurfaceCubemapLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH,    \
      67)                                                                                                    \
  ROW(cudaDevAttrMaxSurfaceCubemapLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS,  \
      68)                                                                                                    \
  ROW(cudaDevAttrMaxTexture1DLinearWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 69)            \
  ROW(cudaDevAttrMaxTexture2DLinearWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 70)            \
  ROW(cudaDevAttrMaxTexture2DLinearHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 71)          \
  ROW(cudaDevAttrMaxTexture2DLinearPitch, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, 72)            \
  ROW(cudaDevAttrMaxTexture2DMipmappedWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 73)      \
  ROW(cudaDevAttrMaxTexture2DMipmappedHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 74)    \
  ROW(cudaDevAttrComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 75)                   \
  ROW(cudaDevAttrComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 76)                   \
  ROW(cudaDevAttrMaxTexture1DMipmappedWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 77)      \
  ROW(cudaDevAttrStreamPrioritiesSupported, CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 78)             \
  ROW(cudaDevAttrGlobalL1CacheSupported, CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, 79)                  \
  ROW(cudaDevAttrLocalL1CacheSupported, CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED, 80)                    \
  ROW(cudaDevAttrMaxSharedMemoryPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, \
      81)                                                                                                    \
  ROW(cudaDevAttrMaxRegistersPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 82)    \
  ROW(cudaDevAttrManagedMemory, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 83)                                      \
  ROW(cudaDevAttrIsMultiGpuBoard, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD, 84)                                   \
  ROW(cudaDevAttrMultiGpuBoardGroupID, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID, 85)                     \
  ROW(cudaDevAttrHostNativeAtomicSupported, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, 86)            \
  ROW(cudaDevAttrSingleToDoublePrecisionPerfRatio,                                                           \
      CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 87)                                         \
  ROW(cudaDevAttrPageableMemoryAccess, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 88)                       \
  ROW(cudaDevAttrConcurrentManagedAccess, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 89)                 \
  ROW(cudaDevAttrComputePreemptionSupported, CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, 90)           \
  ROW(cudaDevAttrCanUseHostPointerForRegisteredMem,                                                          \
      CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 91)                                       \
  ROW(cudaDevAttrCooperativeLaunch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 95)                              \
  ROW(cudaDevAttrMaxSharedMemoryPerBlockOptin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97)    \
  ROW(cudaDevAttrCanFlushRemoteWrites, CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES, 98)                      \
  ROW(cudaDevAttrHostRegisterSupported, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 99)                     \
  ROW(cudaDevAttrPageableMemoryAccessUsesHostPageTables,                                                     \
      CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 100)                                 \
  ROW(cudaDevAttrDirectManagedMemAccessFromHost, CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST,    \
      101)                                                                                                   \
  ROW(cudaDevAttrMaxBlocksPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 106)         \
  ROW(cudaDevAttrMaxPersistingL2CacheSize, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, 108)            \
  ROW(cudaDevAttrMaxAccessPolicyWindowSize, CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE, 109)          \
  ROW(cudaDevAttrReservedSharedMemoryPerBlock, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 111)    \
  ROW(cudaDevAttrSparseCudaArraySupported, CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED, 112)             \
  ROW(cudaDevAttrHostRegisterReadOnlySupported, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 113)  \
  ROW(cudaDevAttrTimelineSemaphoreInteropSupported,                                                          \
      CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED, 114)                                         \
  ROW(cudaDevAttrMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 115)                      \
  ROW(cudaDevAttrGPUDirectRDMASupported, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED, 116)                 \
  ROW(cudaDevAttrGPUDirectRDMAFlushWritesOptions, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS,  \
      117)                                                                                                   \
  ROW(cudaDevAttrGPUDirectRDMAWritesOrdering, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING, 118)      \
  ROW(cudaDevAttrMemoryPoolSupportedHandleTypes, CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, 119)    \
  ROW(cudaDevAttrClusterLaunch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 120)                                     \
  ROW(cudaDevAttrDeferredMappingCudaArraySupported,                                                          \
      CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED, 121)                                        \
  ROW(cudaDevAttrIpcEventSupport, CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, 125)                              \
  ROW(cudaDevAttrMemSyncDomainCount, CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT, 126)                         \
  ROW(cudaDevAttrNumaConfig, CU_DEVICE_ATTRIBUTE_NUMA_CONFIG, 130)                                           \
  ROW(cudaDevAttrNumaId, CU_DEVICE_ATTRIBUTE_NUMA_ID, 131)                                                   \
  ROW(cudaDevAttrMpsEnabled, CU_DEVICE_ATTRIBUTE_MPS_ENABLED, 133)                                           \
  ROW(cudaDevAttrHostNumaId, CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, 134)                                          \
  ROW(cudaDevAttrD3D12CigSupported, CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED, 135)                            \
  ROW(cudaDevAttrVulkanCigSupported, CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED, 138)                          \
  ROW(cudaDevAttrGpuPciDeviceId, CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID, 139)                                 \
  ROW(cudaDevAttrGpuPciSubsystemId, CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID, 140)                           \
  ROW(cudaDevAttrHostNumaMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED, 142)    \
  ROW(cudaDevAttrHostNumaMultinodeIpcSupported, CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED, 143)  \
  ROW(cudaDevAttrHostMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED, 144)             \
  ROW(cudaDevAttrOnlyPartialHostNativeAtomicSupported,                                                       \
      CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED, 147)
