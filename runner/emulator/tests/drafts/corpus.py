"""corpus.py FOLDER OUT [pattern]: compile and run right/ and faulty/ programs."""
import subprocess, sys, os, json, re, concurrent.futures as cf
from pathlib import Path
base=Path(sys.argv[1]); out=Path(sys.argv[2]); pat=sys.argv[3] if len(sys.argv)>3 else ""
comp="build/cuda-emulator/compile"
out.mkdir(parents=True,exist_ok=True)
def marks(src, repaired=False):
    res=set()
    for i,l in enumerate(src.read_text().split("\n"),1):
        m=re.search(r"// fault: ([\w-]+)",l)
        if m: res.add((i,m[1]))
    return res
def one(job):
    kind,src=job
    exe=out/(kind+"_"+src.stem)
    opts=["-DREPAIRED"] if kind=="repaired" else []
    if "// nvcc" in src.read_text() and "--extended-lambda" in src.read_text(): opts.append("-D__CUDACC_EXTENDED_LAMBDA__=1")
    c=subprocess.run([comp,str(src),str(exe)]+opts,capture_output=True,text=True)
    refused=kind=="faulty" and "// refused: " in src.read_text()
    if refused and c.returncode: return None
    if refused: return (kind,src.stem,"NOT REFUSED","")
    if c.returncode: return (kind,src.stem,"COMPILE",c.stderr[:1500])
    f=Path(str(exe)+".findings"); f.unlink(missing_ok=True)
    env=dict(os.environ,CUDA_EMULATOR_FINDINGS=str(f))
    inp=src.with_suffix(".in")
    try: r=subprocess.run([str(exe)],capture_output=True,env=env,timeout=100,stdin=open(inp) if inp.exists() else subprocess.DEVNULL)
    except subprocess.TimeoutExpired: return (kind,src.stem,"TIMEOUT","")
    fs=[json.loads(l) for l in f.read_text().splitlines()] if f.exists() else []
    txt="\n".join(f"{x.get('line')}: {x['kind']}: {x['message']} [{x.get('kernel')}]" for x in fs)
    want=src.with_suffix(".out").read_bytes() if src.with_suffix(".out").exists() else None
    if kind=="faulty":
        got={(x.get("line"),x["kind"]) for x in fs}
        if got!=marks(src): return (kind,src.stem,"FINDINGS",f"want {sorted(marks(src))}\n{txt}\n{r.stderr[-300:].decode()}")
        return None
    if r.returncode: return (kind,src.stem,f"EXIT {r.returncode}",txt+r.stderr[-500:].decode(errors="replace"))
    if fs: return (kind,src.stem,"FALSE FINDING",txt)
    if want is not None and r.stdout!=want:
        a=want.decode(errors="replace").split("\n"); b=r.stdout.decode(errors="replace").split("\n")
        d=[(i,x,y) for i,(x,y) in enumerate(zip(a,b)) if x!=y][:4]
        return (kind,src.stem,"OUTPUT",f"{len(a)} {len(b)} {d}")
    return None
jobs=[("right",s) for s in sorted((base/"right").glob("*.cu"))]+[(k,s) for f in ("faulty","wrong") for s in sorted((base/f).glob("*.cu")) for k in ("faulty","repaired")]
jobs=[j for j in jobs if pat in j[0]+"/"+j[1].stem]
bad=0
with cf.ThreadPoolExecutor(2) as ex:
    for r in ex.map(one,jobs):
        if r: bad+=1; print("==",r[0],r[1],r[2]); print(r[3][:900]); sys.stdout.flush()
print(len(jobs),"programs",bad,"bad")
