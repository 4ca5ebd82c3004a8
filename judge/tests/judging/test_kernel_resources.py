"""What nvcc's assembler says of kernels, and how the emulated GPU calls them."""

import pytest

from judge.judging.kernel_resources import KernelResources, resources_in, short_name

MESSAGES = """\
two.cu(7): warning #940-D: missing return statement at end of non-void function "other"
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'void ns::fill<(anonymous namespace)::P, 3>(int*)' for 'sm_90'
ptxas info    : Function properties for void ns::fill<(anonymous namespace)::P, 3>(int*)
    16 bytes stack frame, 12 bytes spill stores, 20 bytes spill loads
ptxas info    : Function properties for helper(int)
    0 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 1024 bytes smem, 8 bytes cmem[2]
ptxas info    : Compiling entry function 'plain' for 'sm_90a'
ptxas info    : Function properties for plain
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 4 registers, used 0 barriers
ptxas info    : Compile time = 38.681 ms
"""


def test_each_kernel_has_its_registers_shared_memory_and_spills() -> None:
    assert dict(resources_in(MESSAGES)) == {
        "ns::fill<P,3>": KernelResources(32, 1024, 32),
        "plain": KernelResources(4, 0, 0),
    }
    assert dict(resources_in("one.cu(3): error: expected a ;\nptxas info : Used 4 registers\n")) == {}


@pytest.mark.parametrize(
    ("signature", "name"),
    [
        ("plain", "plain"),
        ("scale(float*)", "scale"),
        ("void scale<float, 3>(float*)", "scale<float,3>"),
        ("void ns::t<ns::Q<ns::Q<int> > >(ns::Q<ns::Q<int> >*)", "ns::t<ns::Q<ns::Q<int>>>"),
        ("void en<(E)1, true>(void (*)(int))", "en<(E)1,true>"),
        ("(anonymous namespace)::hidden(float*)", "hidden"),
        ("ns::en<(ns::E)1, true, 7u>", "ns::en<(ns::E)1,true,7u>"),
        ("odd)", ""),
        ("", ""),
    ],
)
def test_a_kernel_has_the_name_that_the_emulated_gpu_gives_it(signature: str, name: str) -> None:
    assert short_name(signature) == name
