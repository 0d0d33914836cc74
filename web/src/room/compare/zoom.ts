// A view of an image in its pane: the scale, and the offset in fractions of the pane.

export type View = { scale: number; x: number; y: number }

export const whole: View = { scale: 1, x: 0, y: 0 }
const most = 16

/** Zooms by a factor and keeps the point under `at` (0: the centre of the pane) in place. */
export function zoomed({ scale, x, y }: View, factor: number, at = { x: 0, y: 0 }): View {
  const next = Math.min(most, Math.max(1, scale * factor))
  const grown = next / scale
  return kept({ scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown })
}

/** Keeps the image within its pane. */
export function kept({ scale, x, y }: View): View {
  const far = (scale - 1) / 2
  return { scale, x: Math.min(far, Math.max(-far, x)), y: Math.min(far, Math.max(-far, y)) }
}
