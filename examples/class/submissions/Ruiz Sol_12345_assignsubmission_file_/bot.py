# Juega cerca del centro; gana o bloquea si puede.
import json, sys

DIRS = ((1, 0), (0, 1), (1, 1), (1, -1))

def gana(fichas, col, fila, yo):
    for dx, dy in DIRS:
        seguidas = 1
        for s in (1, -1):
            a, b = col + s * dx, fila + s * dy
            while fichas.get((a, b)) == yo:
                seguidas, a, b = seguidas + 1, a + s * dx, b + s * dy
        if seguidas >= 4:
            return True
    return False

def choose(q):
    fichas, alturas, turno = {}, [0] * q["columns"], 1
    for j in q["moves"]:
        c = int(j) - 1
        fichas[c, alturas[c]] = turno
        alturas[c] += 1
        turno = 3 - turno
    for quien in (turno, 3 - turno):
        for j in q["legal"]:
            c = int(j) - 1
            if gana(fichas, c, alturas[c], quien):
                return j
    medio = (q["columns"] + 1) / 2
    return min(q["legal"], key=lambda j: abs(int(j) - medio))

for linea in sys.stdin:
    print(choose(json.loads(linea)), flush=True)
