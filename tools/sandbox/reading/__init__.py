"""How files of strangers become tables; all of this runs in the sandbox and nowhere else."""
