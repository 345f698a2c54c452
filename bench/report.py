"""stub"""
def write(results, document):
    import statistics
    out=[]
    for k,v in sorted(results.samples.items()):
        f=sorted(x for s in v for x in s.first_ms)
        out.append(f"{k} p50 {f[len(f)//2]:.1f} p95 {f[int(len(f)*.95)]:.1f} cpu {statistics.median(s.cpu_ms for s in v):.1f} db {statistics.median(s.database_ms for s in v):.1f} model {statistics.median(s.model_ms for s in v):.1f} rate {statistics.median(s.per_second for s in v):.1f}")
    out.append(str(results.round_trips)); out.append(f"idle {results.idle_cpu:.3f} db {results.idle_database_cpu:.3f} took {results.seconds:.0f}")
    return "\n".join(out)
