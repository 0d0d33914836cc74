// The visible part of an image, in values that are independent of screen and image size.

export type Point = { x: number; y: number }

export type ZoomControls = {
  zoomBy: (by: number, at?: Point) => void
  fit: () => void
  /** A pixel of the image covers this many pixels of the screen. */
  actual: (pixels?: number) => void
  panBy: (x: number, y: number) => void
}

export type Size = { width: number; height: number }

/** Images are not enlarged to fit; videos fill their pane. */
export type ZoomedImage = Size & { fills?: boolean }

/** `zoom` 1 fits the image; `x` and `y` are the point of the image at the centre of the pane, from 0 to 1. */
export type View = { zoom: number; x: number; y: number }

export type Box = Size & { left: number; top: number }

export const fitted: View = { zoom: 1, x: 0.5, y: 0.5 }

export function fitScale(image: ZoomedImage, pane: Size): number {
  return Math.min(image.fills ? Infinity : 1, pane.width / image.width, pane.height / image.height)
}

/** The most screen pixels per pixel of the image. */
const closest = 32

function bounded({ zoom, x, y }: View, image: ZoomedImage, pane: Size): View {
  const fit = fitScale(image, pane)
  // 1:1 is always possible, also where the fitted image is enlarged.
  const least = Math.min(1, 1 / (fit * pixelRatio()))
  const near = Math.min(Math.max(zoom, least), Math.max(1, closest / fit))
  const along = (at: number, whole: number, seen: number) => {
    const half = seen / (2 * whole * fit * near)
    return half >= 0.5 ? 0.5 : Math.min(Math.max(at, half), 1 - half)
  }
  return { zoom: near, x: along(x, image.width, pane.width), y: along(y, image.height, pane.height) }
}

/** The position of the image in the pane. */
export function boxOf(view: View, image: ZoomedImage, pane: Size): Box {
  const { zoom, x, y } = bounded(view, image, pane)
  const scale = fitScale(image, pane) * zoom
  const [width, height] = [image.width * scale, image.height * scale]
  return { width, height, left: pane.width / 2 - x * width, top: pane.height / 2 - y * height }
}

/** The same box from a whole pixel of the screen on, so that at 1:1 no pixel is blurred. */
export function snapped({ width, height, left, top }: Box): Box {
  const whole = (position: number) => Math.round(position * pixelRatio()) / pixelRatio()
  return { width, height, left: whole(left), top: whole(top) }
}

/** Pixels of the screen per CSS pixel. */
export function pixelRatio(): number {
  return globalThis.devicePixelRatio ?? 1
}

/** Keeps the point of the image under the given point of the pane. */
export function zoomAt(
  view: View,
  by: number,
  at: { x: number; y: number },
  image: ZoomedImage,
  pane: Size,
): View {
  const box = boxOf(view, image, pane)
  const now = bounded(view, image, pane)
  const next = bounded({ ...now, zoom: now.zoom * by }, image, pane)
  const grown = next.zoom / now.zoom
  const [width, height] = [box.width * grown, box.height * grown]
  const part = { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height }
  const middle = {
    x: part.x - (at.x - pane.width / 2) / width,
    y: part.y - (at.y - pane.height / 2) / height,
  }
  return bounded({ zoom: next.zoom, ...middle }, image, pane)
}

export function pan(view: View, by: { x: number; y: number }, image: ZoomedImage, pane: Size): View {
  const now = bounded(view, image, pane)
  const { width, height } = boxOf(now, image, pane)
  return bounded({ ...now, x: now.x - by.x / width, y: now.y - by.y / height }, image, pane)
}

/** The zoom at which a pixel of the image covers this many pixels of the pane. */
export function zoomFor(scale: number, image: ZoomedImage, pane: Size): number {
  return scale / fitScale(image, pane)
}
