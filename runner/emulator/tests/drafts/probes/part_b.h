#define VV(n) V2(__vadd##n)V2(__vaddss##n)V2(__vaddus##n)V2(__vsub##n)V2(__vsubss##n)V2(__vsubus##n)V2(__vavgs##n)V2(__vavgu##n)V2(__vhaddu##n)V2(__vabsdiffs##n)V2(__vabsdiffu##n)V2(__vmaxs##n)V2(__vmaxu##n)V2(__vmins##n)V2(__vminu##n)V1(__vabs##n)V1(__vabsss##n)V1(__vneg##n)V1(__vnegss##n)\
 V2(__vcmpeq##n)V2(__vcmpne##n)V2(__vcmpges##n)V2(__vcmpgeu##n)V2(__vcmpgts##n)V2(__vcmpgtu##n)V2(__vcmples##n)V2(__vcmpleu##n)V2(__vcmplts##n)V2(__vcmpltu##n)\
 V2(__vseteq##n)V2(__vsetgts##n)V2(__vsetltu##n)V2(__vsads##n)V2(__vsadu##n)
void part_b(){
  VV(2)VV(4)
  G("dp4a",__dp4a((int)r,(int)r2,(int)(r>>32)));G("dp4au",__dp4a((unsigned)r,(unsigned)r2,(unsigned)(r>>32)));
  G("dp2alo",__dp2a_lo((int)r,(int)r2,(int)(r>>32)));G("dp2ahi",__dp2a_hi((int)r,(int)r2,(int)(r>>32)));G("dp2alou",__dp2a_lo((unsigned)r,(unsigned)r2,(unsigned)(r>>32)));G("dp2ahiu",__dp2a_hi((unsigned)r,(unsigned)r2,(unsigned)(r>>32)));
  G("fns",__fns((unsigned)r&(unsigned)r2,(unsigned)(r>>59),(int)((r2>>32)%21)-10));
  G("byte_perm",__byte_perm((unsigned)r,(unsigned)r2,(unsigned)(r>>32)));
  G("funnel l",__funnelshift_l((unsigned)r,(unsigned)r2,(unsigned)(r>>32)&63));G("funnel r",__funnelshift_r((unsigned)r,(unsigned)r2,(unsigned)(r>>32)&63));G("funnel lc",__funnelshift_lc((unsigned)r,(unsigned)r2,(unsigned)(r>>32)&63));G("funnel rc",__funnelshift_rc((unsigned)r,(unsigned)r2,(unsigned)(r>>32)&63));
  G("brev",__brev((unsigned)r));G("brevll",__brevll(r));G("ffsll",__ffsll(r&r2&rnd(i+5)&rnd(i+9)));G("clzll",__clzll(r>>(r2&63)));
  G("mul24",__mul24((int)r,(int)r2));G("umul24",__umul24((unsigned)r,(unsigned)r2));G("hadd",__hadd((int)r,(int)r2));G("rhadd",__rhadd((int)r,(int)r2));G("sad",__sad((int)r,(int)r2,(unsigned)(r>>32)));
  G("ll2float_rd",__ll2float_rd((long long)r>>(r2&63)));G("ull2float_ru",__ull2float_ru(r>>(r2&63)));G("ull2double_rz",__ull2double_rz(r));G("ll2double_ru",__ll2double_ru(r));
  F1(sinpif)F1(cospif)F1(normcdff)F1(erfcxf)F1(cyl_bessel_i0f)F1(cyl_bessel_i1f)F01(erfinvf)F01(erfcinvf)F01(normcdfinvf)F1(rcbrtf)F1(__saturatef)
  D1(sinpi)D1(cospi)D1(normcdf)D1(erfcx)D1(cyl_bessel_i0)D1(cyl_bessel_i1)D01(erfinv)D01(erfcinv)D01(normcdfinv)D1(rcbrt)D01(rsqrt)
  G("norm3d",norm3d(fl(r),fl(r2),fl(r+r2)));G("rnorm4df",rnorm4df(fl(r),fl(r2),fl(r+r2),fl(r-r2)));G("normf",({float a[5]={fl(r),fl(r2),fl(r+r2),fl(r-r2),1};normf(5,a);}));G("rhypotf",rhypotf(fl(r),fl(r2)));
  G("fma half operators",A::hn(r)*A::hn(r2)+A::hn(r>>20));
}
