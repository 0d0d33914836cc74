// A square within an image, in pixels of the upright image.

/** The centre of the square, and how much smaller it is than the largest one. */
export type Crop = { width: number; height: number; x: number; y: number; zoom: number }

export function centreOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Crop {
  return { width, height, x: width / 2, y: height / 2, zoom: 1 }
}

/** The square of a crop, clamped to the image. */
export function squareOf({ width, height, x, y, zoom }: Crop): { x: number; y: number; size: number } {
  const size = Math.min(width, height) / zoom
  const within = (middle: number, length: number) => Math.min(Math.max(middle - size / 2, 0), length - size)
  return { x: within(x, width), y: within(y, height), size }
}

/** Moves the square from its visible, clamped position. */
export function moved(crop: Crop, dx: number, dy: number): Crop {
  const { x, y, size } = squareOf(crop)
  return { ...crop, x: x + size / 2 + dx, y: y + size / 2 + dy }
}

/** The largest size that the server stores. */
const side = 512

/** Uploads only the square: a photo from a phone may exceed the server's size limit. */
export async function cutOut(
  image: HTMLImageElement,
  square: { x: number; y: number; size: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, square.x, square.y, square.size, square.size, 0, 0, side, side)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image is too large.'))),
      'image/png',
    ),
  )
}
