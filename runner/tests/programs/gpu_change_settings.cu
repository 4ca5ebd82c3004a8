// Tries to set the GPU's persistence and compute mode, to what they are; exits with 9 when it may.
#include <dlfcn.h>

#include <cstdio>

template <class Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

int main() {
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  if (library == nullptr) {
    std::puts("no library");
    return 0;
  }
  void* gpu = nullptr;
  unsigned mode = 0;
  const int ready = find<int()>(library, "nvmlInit_v2")();
  if (ready != 0 || find<int(unsigned, void**)>(library, "nvmlDeviceGetHandleByIndex_v2")(0, &gpu) != 0) {
    std::printf("no GPU: %d\n", ready);
    return 0;
  }
  const auto text = find<const char*(int)>(library, "nvmlErrorString");
  bool changed = false;
  for (const char* setting : {"PersistenceMode", "ComputeMode"}) {
    char getter[64], setter[64];
    std::snprintf(getter, sizeof getter, "nvmlDeviceGet%s", setting);
    std::snprintf(setter, sizeof setter, "nvmlDeviceSet%s", setting);
    if (find<int(void*, unsigned*)>(library, getter)(gpu, &mode) != 0) continue;
    const int result = find<int(void*, unsigned)>(library, setter)(gpu, mode);
    std::printf("%s: %s\n", setting, text(result));
    changed |= result == 0;
  }
  return changed ? 9 : 0;
}
