"""The metrics of a clip, written a second time from their definitions (docs/baking.md, "metrics"), so that the program's
own figures can be checked by something that shares no code with it. Needs numpy.

Both signals are arrays frames x particles x 2: px from the rig's goal, turned back by the body's frame angle.
"""
import numpy as np

FPS = 60


def in_body(positions, goals, angles):
    """Offsets from the goals, turned back."""
    offset = np.asarray(positions, float) - np.asarray(goals, float)
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x, y = offset[..., 0], offset[..., 1]
    return np.stack([x * c + y * s, y * c - x * s], axis=2)


def _main_direction(tips):
    flat = tips.reshape(len(tips), -1)
    return np.linalg.svd(flat, full_matrices=False)[2][0]


def _pearson(a, b):
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def _lag_frames(s, b):
    def at(lag):
        n = len(s)
        return _pearson(s[max(0, -lag):min(n, n - lag)], b[max(0, lag):min(n, n + lag)])
    values = {lag: at(lag) for lag in range(-31, 32)}
    best = max(range(-30, 31), key=lambda lag: values[lag])
    before, top, after = values[best - 1], values[best], values[best + 1]
    return best + 0.5 * (before - after) / (before - 2 * top + after)


def _stops(values):
    """Runs of half a second or more in which no input differs from the frame before."""
    still = [False] + [bool((values[f] == values[f - 1]).all()) for f in range(1, len(values))]
    runs, begin = [], None
    for f, rests in enumerate(still + [False]):
        if rests and begin is None:
            begin = f
        if not rests and begin is not None:
            if f - begin >= FPS // 2:
                runs.append((begin, f))
            begin = None
    return runs


def _percentile(values, share):
    ordered = sorted(values)
    return ordered[int((len(ordered) - 1) * share)]


def _settling(signal):
    away = np.abs(signal - signal[-10:].mean())
    outside = np.nonzero(away > max(0.1 * away.max(), 1.0))[0]
    return away.max(), (outside[-1] + 1 if len(outside) else 0)


def measure(simulated, baked, input_values):
    frames, particles, _ = simulated.shape
    energy = (simulated ** 2).sum(axis=(0, 2))
    tips = np.argsort(-energy, kind="stable")[:min(particles, max(5, particles // 10))]
    st, bt = simulated[:, tips], baked[:, tips]
    direction = _main_direction(st)
    s1, b1 = (t.reshape(frames, -1) @ direction / np.sqrt(len(tips)) for t in (st, bt))
    far = lambda t: _percentile(np.linalg.norm(t, axis=2).max(axis=1), 0.95)
    jerk = lambda x: (np.diff(x, n=3, axis=0) ** 2).sum()
    settle, static = [], []
    for begin, end in _stops(np.asarray(input_values)):
        peak, last = _settling(s1[begin:end])
        if peak >= 2:
            settle.append((_settling(b1[begin:end])[1] + 1) / (last + 1))
        if end - begin >= FPS:
            static.append(_percentile(np.linalg.norm(simulated[end - 1] - baked[end - 1], axis=1), 0.95))
    error = np.linalg.norm(simulated - baked, axis=2)
    return {"simulated_px": far(st), "direction": abs(float(direction @ _main_direction(bt))), "sign": _pearson(s1, b1),
            "amplitude": float(np.sqrt((b1 @ b1) / (s1 @ s1))), "reach": far(bt) / far(st), "lag_ms": _lag_frames(s1, b1) * 1000 / FPS,
            "settle": float(np.mean(settle)) if settle else None, "jitter": float(np.sqrt(jerk(baked) / jerk(simulated))),
            "static_px": max(static) if static else None, "r2": 1 - (error ** 2).sum() / energy.sum(), "p95_px": _percentile(error.max(axis=1), 0.95)}
