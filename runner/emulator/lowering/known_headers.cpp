#include "runner/emulator/lowering/known_headers.hpp"

#include <set>

namespace cuda_emulator::lowering {

namespace {

// That programs write with quotes, too.
const std::set<std::string_view> in_quotes = {"\"cuda.h\"",
                                              "\"cuda_runtime.h\"",
                                              "\"cuda_runtime_api.h\"",
                                              "\"device_launch_parameters.h\"",
                                              "\"cuda_fp16.h\"",
                                              "\"cuda_bf16.h\"",
                                              "\"cooperative_groups.h\"",
                                              "\"device_functions.h\"",
                                              "\"stdio.h\"",
                                              "\"stdlib.h\"",
                                              "\"math.h\"",
                                              "\"cublas_v2.h\""};

}  // namespace

bool is_known_header(std::string_view header) {
  if (!header.starts_with("<")) return in_quotes.contains(header);
  const std::string_view name = header.substr(1);
  for (const std::string_view folder : {"thrust/", "cuda/", "cooperative_groups/", "sys/", "bits/"}) {
    if (name.starts_with(folder)) return true;
  }
  return name.find('/') == std::string_view::npos;
}

}  // namespace cuda_emulator::lowering
