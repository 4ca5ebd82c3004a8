#include "runner/emulator/lowering/library_names.hpp"

#include <algorithm>
#include <set>

namespace cuda_emulator::lowering {

namespace {

// Free functions of the headers of C, C++17, POSIX, CUDA, cooperative groups and Thrust, in whatever
// namespace: that of an argument is searched, too. Those that begin with `_`, `atomic`, `cuda`, `tex` or
// `surf` are not listed.
constexpr std::string_view names = R"(
a64l abort abs absolute accelerated_async_copy access acct accumulate acos acosf acosh acoshf acoshl acosl
addressof adjacent_difference adjacent_find adjtime advance alarm alias_storage align aligned_alloc
aligned_reinterpret_cast aligned_storage_size all all_of alloca allocate allocate_shared always_delay
always_delay_or_prevent_hoisting always_false any any_cast any_of apply arc4random arc4random_buf
arc4random_uniform arch_to_min_bytes_in_flight are_rejects_kept arg array as_bytes as_const as_writable_bytes
asctime asctime_r asin asinf asinh asinhf asinhl asinl asprintf assert_if_not_arithmetic assign_value
assoc_laguerre assoc_laguerref assoc_laguerrel assoc_legendre assoc_legendref assoc_legendrel assume_aligned async
at_quick_exit atan atan2 atan2f atan2l atanf atanh atanhf atanhl atanl atexit atof atoi atol atoll atomicAdd
atomicAnd atomicCAS atomicDec atomicExch atomicInc atomicMax atomicMin atomicOr atomicSub atomicXor
back_insert_iterator back_inserter balanced_path ballot bar_has_flipped basename basic_regex basic_string bcmp
bcopy begin beta betaf betal bfind bfind_shiftamt biased_binary_search binary binary_partition binary_search
binary_search_iteration bind bind1st bind2nd bind_front bind_textdomain_codeset bindtextdomain bit_and bit_cast
bit_ceil bit_floor bit_not bit_or bit_reverse bit_width bit_xor bitexact bitfield_extract bitfield_insert bitmask
bitrounddown block_dim block_index block_rank bmma_sync bmsk_clamp bmsk_wrap boolalpha brk bsearch btowc
bulk_copy_smem_for_tile_size byteswap bzero c16rtomb c32rtomb c8rtomb call_once calloc canonical canonicalize
canonicalize_file_name canonicalizef canonicalizel cbegin cbrt cbrtf cbrtl ccos ccosf ccosh ccoshf ceil ceil_div
ceilf ceill cend cexp cexpf chdir check check_async_reduce_params check_reduce_params check_scan_params
check_scan_update_params chmod chown chroot clamp clearenv clearerr clearerr_unlocked clock clock64 clock_adjtime
clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime clog clog_for_large_values clogf
clone close close_range closefrom clusterlaunchcontrol_query_cancel_get_first_ctaid
clusterlaunchcontrol_query_cancel_get_first_ctaid_x clusterlaunchcontrol_query_cancel_get_first_ctaid_y
clusterlaunchcontrol_query_cancel_get_first_ctaid_z clusterlaunchcontrol_query_cancel_is_canceled
clusterlaunchcontrol_try_cancel clusterlaunchcontrol_try_cancel_multicast clz cmp_equal cmp_greater
cmp_greater_equal cmp_less cmp_less_equal cmp_not_equal coalesced_inclusive_scan coalesced_reduce
coalesced_threads comp_ellint_1 comp_ellint_1f comp_ellint_1l comp_ellint_2 comp_ellint_2f comp_ellint_2l
comp_ellint_3 comp_ellint_3f comp_ellint_3l compose computation confstr conj const_pointer_cast construct
construct_values convert_inclusive_to_exclusive convert_to_std_tuple coordinate_at copy copy_backward
copy_construct_range copy_construct_range_n copy_file copy_file_range copy_if copy_like copy_n copy_symlink
copysign copysignf copysignl cos cosf cosh coshf coshl cosl cospi cospif count count_if countl_one countl_zero
countr_one countr_zero cproj cprojf crbegin creat creat64 create_directories create_directory
create_directory_symlink create_hard_link create_symlink cref crend crypt csin csinf csinh csinhf csqrt csqrtf
ctan ctanf ctanh ctanhf ctermid ctime ctime_r cuCabs cuCabsf cuCadd cuCaddf cuCdiv cuCdivf cuCfma cuCfmaf cuCimag
cuCimagf cuCmul cuCmulf cuComplexDoubleToFloat cuComplexFloatToDouble cuConj cuConjf cuCreal cuCrealf cuCsub
cuCsubf cub_transform_many curnand_MRGmatPow2Pow3x3 current_exception current_path cuserid cvt_to_seq cyl_bessel_i
cyl_bessel_i0 cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f cyl_bessel_if cyl_bessel_il cyl_bessel_j cyl_bessel_jf
cyl_bessel_jl cyl_bessel_k cyl_bessel_kf cyl_bessel_kl cyl_neumann cyl_neumannf cyl_neumannl dadd daddl daemon
data dcgettext dcngettext ddivl dec declare_no_pointers declare_reachable declval default_end_bit default_stream
defaultfloat delay delay_or_prevent_hoisting delete deque derived_cast destroy destroy_at destroy_n destroy_range
device_merge_kernel device_partition_merge_path_kernel device_pointer_cast device_to_device dfmal dgettext
difftime digit dim_blocks dim_threads direction_of_copy discard_memory distance div divide_ri divide_rz divides
dladdr dladdr1 dlclose dlerror dlinfo dlmopen dlopen dlsym dlvsym dmul dmull dngettext do_assign do_hard_work
doit_step double2int double2ll double2uint double2ull down_cast_pair dprintf drand48 drand48_r drem dremf dreml
dsqrtl dsub dsubl dup dup2 dup3 duplocale duration_cast dynamic_kernel dynamic_pointer_cast dysize eaccess ecvt
ecvt_r elect_one element ellint_1 ellint_1f ellint_1l ellint_2 ellint_2f ellint_2l ellint_3 ellint_3f ellint_3l
empty enable_generic_simd_reduction enable_promotion enable_simd_reduction enable_sm70_simd_reduction
enable_sm80_simd_reduction enable_sm90_simd_reduction enable_ternary_reduction end end_range end_range_in endl
ends endusershell equal equal_range equal_to equivalent erand48 erand48_r erf erfc erfcf erfcinv erfcinvf erfcl
erfcx erfcxf erff erfinv erfinvf erfl error_backref error_badbrace error_badrepeat error_brace error_brack
error_collate error_complexity error_ctype error_escape error_paren error_range error_space error_stack euidaccess
exchange exclusive_scan exclusive_scan_by_key exclusive_scan_by_key_n exclusive_scan_n exclusive_scan_update execl
execle execlp execv execve execveat execvp execvpe exists exit exp exp10 exp10f exp10l exp2 exp2f exp2l expf
expint expintf expintl expl explicit_bzero expm1 expm1f expm1l extents extents_fast_div_mod extract_words extrema
fabs fabsf fabsl faccessat fadd faddl fallocate fallocate64 fchdir fchmod fchmodat fchown fchownat fclose
fcloseall fcntl fcntl64 fcvt fcvt_r fdatasync fdim fdimf fdiml fdiv fdivide fdividef fdivl fdopen feclearexcept
fedisableexcept feenableexcept fegetenv fegetexcept fegetexceptflag fegetmode fegetround feholdexcept fence feof
feof_unlocked feraiseexcept ferror ferror_unlocked fesetenv fesetexcept fesetexceptflag fesetmode fesetround
fetestexcept fetestexceptflag feupdateenv fexecve fflush fflush_unlocked ffma ffmal ffs ffsl ffsll fgetc
fgetc_unlocked fgetpos fgetpos64 fgets fgets_unlocked fgetwc fgetwc_unlocked fgetws fgetws_unlocked file_size
fileno fileno_unlocked fill fill_construct_range fill_fragment fill_n finalize_and_store_aggregate find
find_best_alignment find_end find_first_of find_if find_if_n find_if_not finite finitef finitel fixed float
float2double flockfile floor floorf floorl flush fma fmaf fmal fmax fmaxf fmaximum fmaximum_mag fmaximum_mag_num
fmaximum_mag_numf fmaximum_mag_numl fmaximum_magf fmaximum_magl fmaximum_num fmaximum_numf fmaximum_numl fmaximumf
fmaximuml fmaxl fmaxmag fmaxmagf fmaxmagl fmemopen fmin fminf fminimum fminimum_mag fminimum_mag_num
fminimum_mag_numf fminimum_mag_numl fminimum_magf fminimum_magl fminimum_num fminimum_numf fminimum_numl fminimumf
fminimuml fminl fminmag fminmagf fminmagl fmod fmodf fmodl fmul fmull fopen fopen64 fopencookie for_each
for_each_member for_each_n fork forward forward_as_tuple forward_like forward_list fpathconf fprintf fputc
fputc_unlocked fputs fputs_unlocked fputwc fputwc_unlocked fputws fputws_unlocked fread fread_unlocked free
freelocale freopen freopen64 frexp frexp_exp frexp_expf frexpf frexpl from_bit_ordered from_chars fromfp fromfpf
fromfpl fromfpx fromfpxf fromfpxl front_insert_iterator front_inserter fscanf fseek fseeko fseeko64 fsetpos
fsetpos64 fsqrt fsqrtl fstat fstat64 fstatat fstatat64 fsub fsubl fsync ftell ftello ftello64 ftruncate
ftruncate64 ftrylockfile function funlockfile futimens futimes futimesat future_category fwide fwprintf fwrite
fwrite_unlocked fwscanf gamma gammaf gammal gcd gcvt general_copy general_copy_n generate generate_canonical
generate_n generic_category get get_agent_plan get_default_resource get_deleter get_device_address get_extent_size
get_float_word get_global_resource get_grid_workspace get_group_mask get_high_word get_id get_if
get_iterator_value get_money get_new_handler get_pointer_safety get_ptx_version get_scratch_ptr get_sm_count
get_sreg_clock get_sreg_clock64 get_sreg_globaltimer get_sreg_gridid get_sreg_laneid get_sreg_nsmid
get_sreg_nwarpid get_sreg_smid get_sreg_warpid get_stream get_temporary_buffer get_terminate get_time
get_unexpected get_value getc getc_unlocked getchar getchar_unlocked getcpu getctarank getcwd getdate getdate_r
getdelim getdomainname getdtablesize getegid getentropy getenv geteuid getgid getgroups gethostid gethostname
getitimer getline getloadavg getlogin getlogin_r getopt getpagesize getpass getpayload getpayloadf getpayloadl
getpgid getpgrp getpid getppid getpriority getpt getresgid getresuid getrlimit getrlimit64 getrusage getsid
getsubopt gettext gettid gettimeofday getuid getumask getusershell getw getwc getwc_unlocked getwchar
getwchar_unlocked getwd gmem_to_reg gmtime gmtime_r grantpt greater greater_equal grid_dim group_index
group_member group_size gsignal h2ceil h2cos h2exp h2exp10 h2exp2 h2floor h2log h2log10 h2log2 h2rcp h2rint
h2rsqrt h2sin h2sqrt h2tanh h2tanh_approx h2trunc halves2bfloat162 hard_link_count has_facet has_single_bit
hash_value hceil hcos hermite hermitef hermitel hex hexfloat hexp hexp10 hexp2 hfloor hlog hlog10 hlog2
holds_alternative hrcp hrint hrsqrt hsin hsqrt htanh htanh_approx htrunc hypot hypotf hypotl ilog10 ilog2 ilogb
ilogbf ilogbl imag imaxabs imaxdiv in_range includes inclusive_scan inclusive_scan_by_key inclusive_scan_by_key_n
inclusive_scan_contiguous inclusive_scan_n inclusive_scan_non_contiguous inclusive_scan_update index infinity init
initstate initstate_r inline_copy inner_product inplace_merge inplace_merge_by_key inplace_partition insert_words
inserter insertion_sort insertion_sort_by_key insertion_sort_each insertion_sort_each_by_key int2double internal
inval inverse invoke invoke_one invoke_one_broadcast invoke_r iostream_category iota is_am is_block_file
is_character_file is_constant_evaluated is_cta_master is_device_to_device_copy is_device_to_host_copy is_directory
is_distinct_partitions is_empty is_exactly is_fifo is_flagged is_heap is_heap_until is_host_to_device_copy
is_negative is_odd is_one_of is_other is_partitioned is_permutation is_pm is_power_of_2 is_primitive
is_primitive_accum is_primitive_key is_primitive_op is_primitive_val is_regular_file is_socket is_sorted
is_sorted_until is_sub_size_static is_symlink isalnum isalnum_l isalpha isalpha_l isascii isatty isblank isblank_l
iscanonical iscntrl iscntrl_l isctype isdigit isdigit_l iseqsig isfinite isgraph isgraph_l isgreater
isgreaterequal isinf isinff isinfl isless islessequal islessgreater islower islower_l isnan isnanf isnanl isnormal
isprint isprint_l ispunct ispunct_l issignaling isspace isspace_l isunordered isupper isupper_l iswalnum
iswalnum_l iswalpha iswalpha_l iswblank iswblank_l iswcntrl iswcntrl_l iswctype iswctype_l iswdigit iswdigit_l
iswgraph iswgraph_l iswlower iswlower_l iswprint iswprint_l iswpunct iswpunct_l iswspace iswspace_l iswupper
iswupper_l iswxdigit iswxdigit_l isxdigit isxdigit_l iszero iter_assign iter_move iter_swap
iterative_stable_merge_sort iterative_stable_merge_sort_by_key j0 j0f j0l j1 j1f j1l jn jnf jnl jrand48 jrand48_r
kill kill_dependency killpg l64a labeled_partition labs laguerre laguerref laguerrel laneid lanemask32_eq
lanemask32_lt last_write_time launder lchmod lchown lcm lcong48 lcong48_r ldexp ldexp_cexp ldexp_cexpf ldexpf
ldexpl ldiv left legendre legendref legendrel lerp less less_equal lexicographical_compare lgamma lgamma_r lgammaf
lgammaf32_r lgammaf32x_r lgammaf64_r lgammaf64x_r lgammaf_r lgammal lgammal_r link linkat list ll2double llabs
lldiv llmax llmin llogb llogbf llogbl llrint llrintf llrintl llround llroundf llroundl load_acquire load_env_reg
load_env_reg64 load_matrix_sync load_relaxed load_transform_direct_striped loaded_bytes_per_iteration localeconv
localtime localtime_r lock lockf log log10 log10f log10l log1p log1pf log1pl log2 log2_ri log2f log2l logb logbf
logbl logf logical_and logical_not logical_or logl long longjmp lower_bound lrand48 lrand48_r lrint lrintf lrintl
lround lroundf lroundl lseek lseek64 lstat lstat64 lutimes madvise make12 make24 make_actor make_aligned_base_ptr
make_aligned_base_ptr_kernel_arg make_any make_bfloat162 make_char1 make_char2 make_char3 make_char4
make_constant_iterator make_counting_iterator make_cuComplex make_cuDoubleComplex make_cuFloatComplex
make_cudaExtent make_cudaPitchedPtr make_cudaPos make_discard_iterator make_double1 make_double2 make_double3
make_double4 make_double4_16a make_double4_32a make_error_code make_error_condition make_exception_ptr make_float1
make_float2 make_float3 make_float4 make_from_tuple make_half2 make_head_flags make_heap make_int1 make_int2
make_int3 make_int4 make_iterator_kernel_arg make_load_iterator make_long1 make_long2 make_long3 make_long4
make_long4_16a make_long4_32a make_longlong1 make_longlong2 make_longlong3 make_longlong4 make_longlong4_16a
make_longlong4_32a make_move_iterator make_normal_iterator make_optional make_pair make_permutation_iterator
make_pipeline make_reverse_iterator make_shared make_short1 make_short2 make_short3 make_short4
make_tabulate_output_iterator make_tagged_iterator make_transform_iterator make_tuple make_uchar1 make_uchar2
make_uchar3 make_uchar4 make_uint1 make_uint2 make_uint3 make_uint4 make_ulong1 make_ulong2 make_ulong3
make_ulong4 make_ulong4_16a make_ulong4_32a make_ulonglong1 make_ulonglong2 make_ulonglong3 make_ulonglong4
make_ulonglong4_16a make_ulonglong4_32a make_unique make_unique_for_overwrite make_ushort1 make_ushort2
make_ushort3 make_ushort4 make_zip_function make_zip_iterator malloc map mark mark_in max max_element
max_raw_binary_key max_size maximum mblen mbrlen mbrtoc16 mbrtoc32 mbrtoc8 mbrtowc mbsinit mbsnrtowcs mbsrtowcs
mbstowcs mbtowc mdspan mem_fn mem_fun mem_fun_ref memccpy memchr memcmp memcpy memcpy_async memcpy_async_tx
memfd_create memfrob memmem memmove mempcpy memrchr memset merge merge_adjacent_partitions
merge_adjacent_partitions_by_key merge_by_key merge_path merge_sort min min_element min_raw_binary_key mincore
minimum minmax minmax_element minus mismatch mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat mkostemp
mkostemp64 mkostemps mkostemps64 mkstemp mkstemp64 mkstemps mkstemps64 mktemp mktime mlock mlock2 mlockall
mma_sync mmap mmap64 mod modf modff modfl modulus move move_backward move_if_noexcept move_iterator mprotect
mrand48 mrand48_r mremap msync mulhilo32 multi_warp_scratch_location_getter multimap multiplies
multiply_extract_higher_bits multiset munlock munlockall munmap must_perform_optional_stream_synchronization
must_perform_optional_synchronization name_to_handle_at nan nanf nanl nanosleep nearbyint nearbyintf nearbyintl
negate new new_delete_resource newlocale next next_permutation nextafter nextafterf nextafterl nextdown nextdownf
nextdownl nexttoward nexttowardf nexttowardl nextup nextupf nextupl ngettext nice noboolalpha none_of norm norm3d
norm3df norm4d norm4df normcdf normcdff normcdfinv normcdfinvf normf noshowbase noshowpoint noshowpos noskipws
not1 not2 not_equal_to not_fn notify_all_at_thread_exit nounitbuf nouppercase nrand48 nrand48_r nth_element
null_memory_resource num_blocks num_threads num_tiles_to_num_tile_states obstack_printf obstack_vprintf oct
on_exit open open64 open_by_handle_at open_memstream open_wmemstream openat openat64 optional overlapped_copy
packaged_task pair para_rec parallel_for partial_sort partial_sort_copy partial_sum partition partition_copy
partition_point pathconf pause pclose permissions perror pick_redux pipe pipe2 pipeline_arrive_on pipeline_commit
pipeline_consumer_wait_prior pipeline_copy_relaxed pipeline_copy_strict pipeline_memcpy_async pipeline_memcpy_sync
pipeline_producer_commit pipeline_wait_prior pkey_alloc pkey_free pkey_get pkey_mprotect pkey_set plus polar
pop_heap popcount popen pow powf powl pread pread64 prefetch prefetch_tile prev prev_permutation printf
priority_queue prlimit prlimit64 prmt prmt_b4e prmt_ecl prmt_ecr prmt_f4e prmt_rc16 prmt_rc8 process_madvise
process_mrelease proclaim_copyable_arguments proclaim_return_type profil proj provides proximate pselect psiginfo
psignal ptr_fun ptsname ptsname_r push_heap put_money put_time putc putc_unlocked putchar putchar_unlocked putenv
puts putw putwc putwc_unlocked putwchar putwchar_unlocked pwrite pwrite64 qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort
qsort_r queue quick_exit quoted radix_shuffle_n radix_sort raise raise_inexact rand rand_r random random_r
random_shuffle raw_pointer_cast raw_reference_cast rawmemchr rbegin rcbrt rcbrtf read read_symlink readahead
readlink readlinkat real real_part_reciprocal realloc reallocarray realpath recursive_stable_merge_sort
recursive_stable_merge_sort_by_key reduce reduce_by_key reduce_n reduce_store_async reduce_update_async ref
reg_to_shared regex_match regex_replace regex_search reinterpret_pointer_cast relative remainder remainderf
remainderl remap_file_pages remove remove_all remove_copy remove_copy_if remove_if remquo remquof remquol rename
renameat renameat2 rend replace replace_copy replace_copy_if replace_if reserved_shared_ptr resetiosflags
resize_file rethrow_exception rethrow_if_nested return_temporary_buffer reverse reverse_copy revoke rewind rhypot
rhypotf riemann_zeta riemann_zetaf riemann_zetal right rindex rint rintf rintl rmdir rnorm rnorm3d rnorm3df
rnorm4d rnorm4df rnormf rotate rotate_copy rotl rotr round round_down round_down_ptr round_i round_up
round_up_to_po2_multiple round_z roundeven roundevenf roundevenl roundf roundl rpmatch rsqrt rsqrtf
safe_add_bound_to_max sample sbrk scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf scalbnl scanf
scatter scatter_if sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getcpu sched_getparam
sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler sched_yield
scientific search search_n secure_getenv seed48 seed48_r segment select select_kernel_arg sequence sequential_copy
sequential_copy_backward set set_default_resource set_difference set_difference_by_key set_float_word
set_high_word set_intersection set_intersection_by_key set_new_handler set_operations set_symmetric_difference
set_symmetric_difference_by_key set_terminate set_unexpected set_union set_union_by_key setbase setbuf setbuffer
setdomainname setegid setenv seteuid setfill setgid sethostid sethostname setiosflags setitimer setjmp setlinebuf
setlocale setlogin setns setpayload setpayloadf setpayloadl setpayloadsig setpayloadsigf setpayloadsigl setpgid
setpgrp setprecision setpriority setregid setresgid setresuid setreuid setrlimit setrlimit64 setsid setstate
setstate_r settimeofday setuid setusershell setvbuf setw shared_ptr shift_left shift_right shl shm_open shm_unlink
short should_alias showbase showpoint showpos shr shuffle sigabbrev_np sigaction sigaddset sigaltstack sigandset
sigblock sigdelset sigdescr_np sigemptyset sigfillset siggetmask sighold sigignore siginterrupt sigisemptyset
sigismember siglongjmp signal signbit significand significandf significandl sigorset sigpause sigpending
sigprocmask sigqueue sigrelse sigreturn sigset sigsetmask sigstack sigsuspend sigtimedwait sigwait sigwaitinfo
silence_unused sin sincos sincosf sincosl sincospi sincospif sinf sinh sinhf sinhl sinl sinpi sinpif size
skipahead skipahead_sequence skipahead_subsequence skipws sleep sleep_for sleep_until smart_sort snprintf sort
sort_by_key sort_heap space span sph_bessel sph_besself sph_bessell sph_legendre sph_legendref sph_legendrel
sph_neumann sph_neumannf sph_neumannl splice sprintf sqrt sqrtf sqrtl srand srand48 srand48_r srandom srandom_r
sscanf ssignal ssize stable_merge_sort stable_merge_sort_by_key stable_partition stable_partition_copy
stable_primitive_sort stable_primitive_sort_by_key stable_radix_sort stable_radix_sort_by_key stable_sort
stable_sort_by_key stack start_range start_range_in stat stat64 static_kernel static_pointer_cast static_size_v
status status_known statx stod stof stoi stol stold stoll store_matrix_sync store_relaxed store_release stoul
stoull stpcpy stpncpy strcasecmp strcasecmp_l strcasestr strcat strchr strchrnul strcmp strcoll strcoll_l strcpy
strcspn strdup stream strerror strerror_l strerror_r strerrordesc_np strerrorname_np strfromd strfromf strfroml
strfry strftime strftime_l strided_slice strip_const strlen strncasecmp strncasecmp_l strncat strncmp strncpy
strndup strnlen strpbrk strptime strptime_l strrchr strsep strsignal strspn strstr strtod strtod_l strtof
strtof32_l strtof32x_l strtof64_l strtof64x_l strtof_l strtoimax strtok strtok_r strtol strtol_l strtold strtold_l
strtoll strtoll_l strtoq strtoul strtoul_l strtoull strtoull_l strtoumax strtouq strverscmp strxfrm strxfrm_l
sub_size sub_sizes_fast_div_mod submdspan submdspan_extents submdspan_mapping sum sum_squares swab swap
swap_ranges swprintf swscanf symlink symlink_status symlinkat sync sync_file_range sync_grids_arrive
sync_grids_wait sync_warps sync_warps_arrive sync_warps_last_releases sync_warps_release sync_warps_reset
sync_warps_wait sync_warps_wait_for_specific_warp syncfs synchronize synchronize_optional synchronize_stream
synchronize_stream_optional syncthreads_and syncthreads_count syncthreads_or syscall sysconf system sysv_signal
tabulate tan tanf tanh tanhf tanhl tanl tcgetpgrp tcsetpgrp tee temp_directory_path temper temper_single tempnam
tensormap_cp_fenceproxy tensormap_replace_box_dim tensormap_replace_element_size tensormap_replace_element_stride
tensormap_replace_elemtype tensormap_replace_fill_mode tensormap_replace_global_address
tensormap_replace_global_dim tensormap_replace_global_stride tensormap_replace_interleave_layout
tensormap_replace_rank tensormap_replace_swizzle_atomicity tensormap_replace_swizzle_mode terminate
terminate_with_message tgamma tgammaf tgammal tgkill this_grid this_thread thread_index thread_rank throw
throw_on_error throw_with_nested tie tile_state_allocation_size tile_state_init tiled_partition
tiled_partition_internal time time_point_cast timegm timelocal timer_create timer_delete timer_getoverrun
timer_gettime timer_settime timespec_get timespec_getres tmpfile tmpfile64 tmpnam tmpnam_r to_address to_array
to_bit_ordered to_chars to_integer to_string to_underlying to_wstring toascii toint tolower tolower_l totalorder
totalorderf totalorderl totalordermag totalordermagf totalordermagl toupper toupper_l towctrans towctrans_l
towlower towlower_l towupper towupper_l transform transform_exclusive_scan transform_if transform_inclusive_scan
transform_kernel transform_kernel_ublkcp transform_reduce trap trim trivial_copy_device_to_device
trivial_copy_from_device trivial_copy_n trivial_copy_to_device trivial_device_copy trunc truncate truncate64
truncf truncl try_lock ttyname ttyname_r ttyslot tuple tuple_cat tzset u8path ualarm ufromfp ufromfpf ufromfpl
ufromfpx ufromfpxf ufromfpxl uint2double ull2double ullmax ullmin umask umax umin unary uncaught_exception
uncaught_exceptions undeclare_no_pointers undeclare_reachable unexpected ungetc ungetwc uninitialized_copy
uninitialized_copy_n uninitialized_copy_single uninitialized_copy_with_allocator
uninitialized_copy_with_allocator_n uninitialized_default_construct uninitialized_default_construct_n
uninitialized_fill uninitialized_fill_n uninitialized_move uninitialized_move_n uninitialized_value_construct
uninitialized_value_construct_n unique unique_by_key unique_by_key_copy unique_copy unique_count unitbuf unlink
unlinkat unlockpt unordered_map unordered_multimap unordered_multiset unordered_set unreachable unsetenv unshare
upper_bound uppercase use_facet uselocale usleep utimensat utimes valarray valloc value_initialize_range vasprintf
vdprintf vec3_to_linear vector vector_equal vfork vfprintf vfscanf vfwprintf vfwscanf vhangup visit vmsplice
vprintf vscanf vshmem_size vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wait wait3 wait4
wait_prior waitid waitpid wcpcpy wcpncpy wcrtomb wcscasecmp wcscasecmp_l wcscat wcschr wcschrnul wcscmp wcscoll
wcscoll_l wcscpy wcscspn wcsdup wcsftime wcsftime_l wcslen wcsncasecmp wcsncasecmp_l wcsncat wcsncmp wcsncpy
wcsnlen wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstod_l wcstof wcstof32_l wcstof32x_l
wcstof64_l wcstof64x_l wcstof_l wcstoimax wcstok wcstol wcstol_l wcstold wcstold_l wcstoll wcstoll_l wcstombs
wcstoq wcstoul wcstoul_l wcstoull wcstoull_l wcstoumax wcstouq wcswcs wcswidth wcsxfrm wcsxfrm_l wctob wctomb
wctrans wctrans_l wctype wctype_l wcwidth weak_ptr weakly_canonical wmemchr wmemcmp wmemcpy wmemmove wmempcpy
wmemset wprintf write wscanf y0 y0f y0l y1 y1f y1l yield yn ynf ynl
)";

std::set<std::string_view> words(std::string_view text) {
  std::set<std::string_view> found;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    if (end > begin) found.insert(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

}  // namespace

bool may_be_of_library(std::string_view name) {
  static const std::set<std::string_view> all = words(names);
  for (const std::string_view prefix : {"_", "atomic", "cuda", "tex", "surf"}) {
    if (name.starts_with(prefix)) return true;
  }
  return all.contains(name);
}

}  // namespace cuda_emulator::lowering
