/// Sorts by comparisons instead of digits. Thrust's sequential radix sort puts negative ints after positive
/// ones (CCCL 3.0: its encoder of int takes a long), which is wrong.
#pragma once

#include <thrust/functional.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/detail/sequential/execution_policy.h>
#include <thrust/system/detail/sequential/stable_merge_sort.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace detail {
namespace sequential {

template <class Policy, class Iterator>
_CCCL_HOST_DEVICE void stable_radix_sort(execution_policy<Policy>& policy, Iterator begin, Iterator end) {
  using Key = typename thrust::iterator_traits<Iterator>::value_type;
  stable_merge_sort(policy, begin, end, thrust::less<Key>());
}

template <class Policy, class Keys, class Values>
_CCCL_HOST_DEVICE void stable_radix_sort_by_key(execution_policy<Policy>& policy, Keys begin, Keys end,
                                                Values values) {
  using Key = typename thrust::iterator_traits<Keys>::value_type;
  stable_merge_sort_by_key(policy, begin, end, values, thrust::less<Key>());
}

}  // namespace sequential
}  // namespace detail
}  // namespace system
THRUST_NAMESPACE_END
