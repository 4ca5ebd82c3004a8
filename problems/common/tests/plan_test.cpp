// Which plan is the shortest, by costs that are written here.

#include "problems/common/choosing/plan.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "problems/common/choosing/plan_list.hpp"
#include "problems/common/frame/problem.hpp"
#include CATCH2_HEADER

namespace {

using problems::Costs;
using problems::Counts;
using problems::Means;
using problems::Plan;
using problems::TextPlace;

using PlannedVariant = kernels::Variant<void(), void()>;

/// Numbers to be summed up: alone, by several cores, or on a GPU.
struct Numbers {
  static constexpr std::string_view dimensions = "N", size_unit = "N";
  struct Head {
    std::uint64_t n;
  };
  using Shape = Head;
  using Variant = PlannedVariant;
  static std::span<const Variant> variants() {
    static constexpr std::array<Variant, 4> table = {
        {{.name = "cpu-loop", .idea = "", .run = [] {}},
         {.name = "cpu-parallel", .idea = "", .run = [] {}, .uses_all_cores = true},
         {.name = "cpu-small", .idea = "", .run = [] {}, .largest_size = 10},
         {.name = "gpu-sum", .idea = "", .run = [] {}, .run_on_device = [] {}}}};
    return table;
  }
  static Shape shape_of_size(std::span<const std::uint64_t> size) { return {size[0]}; }
  static std::uint64_t size(const Shape& shape) { return shape.n; }
  static problems::TextSize text(const Shape& shape) { return {10.0 * static_cast<double>(shape.n), 1}; }
  static problems::Work work(const Shape& shape) { return {.flop = 0, .least_bytes = 4 * shape.n}; }
  static Counts counts(std::string_view solver, const Shape& shape, unsigned cores) {
    const auto n = static_cast<double>(shape.n);
    if (solver != "cpu-parallel") return {{"element", n}};
    return {{"element", n / cores}, {"thread", cores - 1.0}};
  }
};

/// All in seconds. A byte is read in 1 ns, of which `in_turn` is by one core at a time; a thread starts in 0.1 ms.
struct Machine {
  double in_turn = 0;
  double gpu_start = 0.3;
  double gpu_byte = 1e-11;
  double memory_bytes = 1e9;

  Costs costs() const {
    const std::string text = fmt::format(
        R"({{"format_version": 1,
             "cpus": {{"cpu": {{"problems": {{"numbers": {{
               "process": {{"run": 0.001, "byte": 0}},
               "read": {{"run": 0, "byte": {}, "byte_in_turn": {}, "thread": 1e-4}},
               "print": {{"run": 0, "item": 1e-8, "item_in_turn": 0, "thread": 1e-4}},
               "cpu-loop": {{"element": 1e-9}},
               "cpu-small": {{"element": 1e-12}},
               "cpu-parallel": {{"element": 1e-9, "thread": 1e-4}}}}}}}}}},
             "gpus": {{"gpu": {{"memory_bytes": {}, "problems": {{"numbers": {{
               "gpu-process": {{"run": 0.002, "byte": 0}},
               "start": {{"run": {}}},
               "gpu-read": {{"run": 0.003, "byte": {}}},
               "gpu-print": {{"run": 0, "item": 1e-9}},
               "gpu-sum": {{"element": 1e-12, "copied_byte": 1e-10}}}}}}}}}}}})",
        1e-9 - in_turn, in_turn, memory_bytes, gpu_start, gpu_byte);
    return {"numbers", {"cpu", "gpu", 0}, text, std::nullopt, ""};
  }
};

Plan shortest(const Costs& costs, std::uint64_t n, const Means& means, TextPlace place = TextPlace::host,
              std::string_view solver = "") {
  const Numbers::Shape shape{n};
  return problems::make_plans<Numbers>(costs, solver, shape, Numbers::text(shape), means, place).front();
}

}  // namespace

TEST_CASE("threads are started where they gain more than they cost") {
  const Costs costs = Machine{}.costs();
  const Means four{.cores = 4};
  const Plan small = shortest(costs, 5'000, four);
  CHECK(small.solver == "cpu-loop");
  CHECK(small.cores_of("read") == 1);
  const Plan large = shortest(costs, 5'000'000, four);
  CHECK(large.solver == "cpu-parallel");
  CHECK(large.cores_of("read") == 4);
  CHECK(large.cores_of("cpu-parallel") == 4);
  CHECK(large.cores_of("print") == 1);
  CHECK(std::abs(*large.seconds - (0.001 + (0.05 / 4 + 3e-4) + (0.005 / 4 + 3e-4) + 1e-8)) < 1e-9);
}

TEST_CASE("what is done in turn is no matter for more cores") {
  const Costs costs = Machine{.in_turn = 1e-9}.costs();
  CHECK(shortest(costs, 5'000'000, {.cores = 4}).cores_of("read") == 1);
  CHECK(problems::least_shared_bytes(costs, {.cores = 4}) == problems::most_measured_bytes);
  CHECK(problems::least_shared_bytes(Machine{}.costs(), {.cores = 4}) == std::size_t{1} << 18);
}

TEST_CASE("a number of cores that is asked for is used, and no core is that is not there") {
  const Costs costs = Machine{}.costs();
  CHECK(shortest(costs, 5'000, {.cores = 3, .exactly = true}).cores_of("read") == 3);
  CHECK(shortest(costs, 5'000'000, {.cores = 1}).cores_of("read") == 1);
  CHECK(shortest(costs, 5'000'000, {.cores = 3}).cores_of("read") == 3);
}

TEST_CASE("a GPU is chosen where its start is worth it") {
  const Means two{.cores = 2};
  const Costs costs = Machine{}.costs();
  // By two cores 100 million numbers take half a second to read, and a tenth to add up.
  CHECK(shortest(costs, 1'000'000, two, TextPlace::any).solver == "cpu-parallel");
  const Plan large = shortest(costs, 100'000'000, two, TextPlace::any);
  CHECK(large.solver == "gpu-sum");
  CHECK(large.is_gpu_text);
  CHECK(std::abs(*large.seconds - (0.002 + 0.3 + 0.003 + 0.01 + 1e-4 + 1e-9)) < 1e-9);
  CHECK(shortest(Machine{.gpu_start = 2}.costs(), 100'000'000, two, TextPlace::any).solver == "cpu-parallel");
}

TEST_CASE("where the text is parsed is a matter of costs, too, and of what is asked for") {
  const Means two{.cores = 2};
  // Reading by the host takes place while the GPU starts: it costs nothing but copies.
  const auto on_gpu = [&](const Machine& machine, std::uint64_t n, TextPlace place) {
    return shortest(machine.costs(), n, two, place, "gpu-sum").is_gpu_text;
  };
  CHECK_FALSE(on_gpu({}, 1'000'000, TextPlace::any));
  CHECK(on_gpu({}, 100'000'000, TextPlace::any));
  CHECK_FALSE(on_gpu({.gpu_byte = 1e-8}, 100'000'000, TextPlace::any));
  CHECK_FALSE(on_gpu({}, 100'000'000, TextPlace::host));
  CHECK(on_gpu({}, 1'000'000, TextPlace::gpu));
}

TEST_CASE("CUDA that has been started costs no start") {
  const Costs costs = Machine{}.costs();
  const Means started{.cores = 2, .gpu_is_started = true};
  CHECK(shortest(costs, 10'000'000, started, TextPlace::any).solver == "gpu-sum");
  CHECK(shortest(costs, 10'000'000, {.cores = 2}, TextPlace::any).solver == "cpu-parallel");
}

TEST_CASE("the start of CUDA is worth it for many parts of a stream where it is not for one") {
  const Costs costs = Machine{}.costs();
  const Numbers::Shape part{1'000'000};
  auto plans =
      problems::make_plans<Numbers>(costs, "", part, Numbers::text(part), {.cores = 2}, TextPlace::host);
  CHECK(plans.front().solver == "cpu-parallel");
  const auto first_for = [&](double parts) {
    problems::sort_by_time(plans, parts);
    return plans.front().solver;
  };
  CHECK(first_for(2) == "cpu-parallel");
  CHECK(first_for(10'000) == "gpu-sum");
  CHECK(first_for(1) == "cpu-parallel");

  Plan plan = plans.front();
  CHECK(problems::seconds_for(plan, 1) == plan.seconds);
  double of_a_part = 0;
  for (const problems::Step& step : plan.steps) of_a_part += step.name == "process" ? 0 : *step.seconds;
  CHECK(*problems::seconds_for(plan, 3) == *plan.seconds + 2 * of_a_part);
  plan.seconds.reset();
  CHECK_FALSE(problems::seconds_for(plan, 3));
}

TEST_CASE("solvers are left out beyond their size, and beyond the GPU's memory") {
  CHECK(shortest(Machine{}.costs(), 10, {.cores = 1}).solver == "cpu-small");
  CHECK(shortest(Machine{}.costs(), 11, {.cores = 1}).solver == "cpu-loop");
  const Machine small_gpu{.memory_bytes = 3e8};
  CHECK(shortest(small_gpu.costs(), 100'000'000, {.cores = 2}, TextPlace::any).solver == "cpu-parallel");
}

TEST_CASE("without costs plans keep the order of the table") {
  const Numbers::Shape shape{100};
  const auto plans =
      problems::make_plans<Numbers>(Costs(), "", shape, Numbers::text(shape), {.cores = 2}, TextPlace::host);
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].solver == "cpu-loop");
  CHECK_FALSE(plans[0].seconds);
  CHECK(plans[1].solver == "cpu-parallel");
}

TEST_CASE("a size has numbers with x between them; the last counts for those left out") {
  using Size = std::vector<std::uint64_t>;
  CHECK(problems::parse_size("7", "N") == Size{7});
  CHECK(problems::parse_size("300x200", "MxKxN") == Size{300, 200, 200});
  CHECK(problems::parse_size("1x2x3", "MxKxN") == Size{1, 2, 3});
  CHECK(problems::parse_size("2147483648", "RxC") == Size{2147483648, 2147483648});
  for (const char* wrong : {"", "x", "0", "-1", "1x", "x1", "1 x2", "1x2x3x4", "1.5", "9999999999999999999",
                            "1X2", "4294967296", "4294967296x4294967296x1"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(problems::parse_size(wrong, "MxKxN"), problems::WrongSize);
  }
}

TEST_CASE("the list of plans is a table with the chosen one marked") {
  const Numbers::Shape shape{5'000};
  std::vector<problems::ListedPlan> plans;
  for (const Plan& plan : problems::make_plans<Numbers>(Machine{}.costs(), "", shape, Numbers::text(shape),
                                                        {.cores = 2}, TextPlace::host)) {
    plans.push_back({plan, plans.empty(), plan.solver != "gpu-sum"});
  }
  CHECK(problems::plan_list(plans, "costs as written", false) ==
        "            solver        text  predicted  read     solve   print\n"
        "auto        cpu-loop      host  1.06 ms    50.0 us  5.0 us  0.0 us\n"
        "            cpu-parallel  host  1.06 ms    50.0 us  5.0 us  0.0 us\n"
        "cannot run  gpu-sum       host  302.00 ms  50.0 us  2.0 us  0.0 us\n"
        "costs as written\n");
}
