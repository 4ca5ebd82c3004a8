import struct,gzip,sys
def load(p):
    b=gzip.open(p).read() if p.endswith('gz') else open(p,'rb').read()
    i=0;r={}
    while i+68<=len(b):
        name=b[i:i+64].rstrip(b'\0').decode(); n,=struct.unpack('i',b[i+64:i+68]); i+=68
        if i+4*n>len(b): break
        r[name]=struct.unpack(f'{n}I',b[i:i+4*n]); i+=4*n
    return r
g=load(sys.argv[1]); e=load(sys.argv[2]); same=0
for k in g:
    if k not in e: print('missing',k); continue
    d=[(i,x,y) for i,(x,y) in enumerate(zip(g[k],e[k])) if x!=y]
    if not d: same+=1; continue
    big=sum(abs(x-y)>1 for _,x,y in d)
    print(f'{k}: {len(d)} of {len(g[k])} differ, {big} by >1; e.g. '+', '.join(f'{i:x}: {x:x} {y:x}' for i,x,y in (d[:2]+[t for t in d if abs(t[1]-t[2])>1][:3])))
print(same,'same')
