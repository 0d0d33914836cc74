// The pixels of the visible frame. Media of another origin may be shown but not read: then the same frame is loaded once more
// with the permission of that origin or, without one, drawn by the server.
import { client } from '../../data/client.ts'
import type { Room } from '../room.ts'
import type { Picture } from './picture.ts'

type Source = HTMLVideoElement | HTMLImageElement | HTMLCanvasElement

export async function readableCanvas(
  element: HTMLElement,
  picture: Picture,
  room: Room,
): Promise<HTMLCanvasElement> {
  const source = visibleSource(element)
  const canvas = canvasOf(source)
  if (isReadable(canvas)) return canvas
  const copy = await readableCopy(source).catch(() => undefined)
  return copy ? canvasOf(copy) : canvasOf(await fromServer(picture, room))
}

/** The topmost: a canvas over the video shows the frame while it is visible, and the sharp original covers its preview. */
function visibleSource(element: HTMLElement): Source {
  const sources = [...element.querySelectorAll<Source>(':scope > :is(video, img, canvas)')]
  const isVisible = (one: Source) =>
    one.checkVisibility({ visibilityProperty: true }) && sizeOf(one).width > 0
  const source = sources.findLast(isVisible)
  if (!source) throw new Error('The image has not loaded yet.')
  return source
}

function sizeOf(source: Source): { width: number; height: number } {
  if (source instanceof HTMLVideoElement) return { width: source.videoWidth, height: source.videoHeight }
  if (source instanceof HTMLImageElement) return { width: source.naturalWidth, height: source.naturalHeight }
  return { width: source.width, height: source.height }
}

function canvasOf(source: Source): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), sizeOf(source))
  canvas.getContext('2d')!.drawImage(source, 0, 0)
  return canvas
}

function isReadable(canvas: HTMLCanvasElement): boolean {
  try {
    canvas.getContext('2d')!.getImageData(0, 0, 1, 1)
    return true
  } catch {
    return false
  }
}

async function readableCopy(source: Source): Promise<Source> {
  if (source instanceof HTMLCanvasElement) throw new Error('A canvas has no address.')
  if (source instanceof HTMLImageElement) {
    const image = Object.assign(new Image(), { crossOrigin: 'anonymous', src: source.currentSrc })
    await image.decode()
    return image
  }
  const video = document.createElement('video')
  Object.assign(video, { crossOrigin: 'anonymous', muted: true, preload: 'auto', src: source.currentSrc })
  // The player seeks to the middle of the frame that it shows.
  video.currentTime = source.currentTime
  await new Promise<void>((resolve, reject) => {
    video.addEventListener('seeked', () => resolve())
    video.addEventListener('error', () =>
      reject(new Error('The origin of the media does not allow reading it.')),
    )
  })
  return video
}

/** At most 1,568 pixels wide. Guests of a share have no such call: their copies may have a watermark. */
async function fromServer({ file }: Picture, room: Room): Promise<HTMLImageElement> {
  const { frame } = room.here()
  const { images } = await client.files.view(file.id, { ...(frame !== undefined && { at: [String(frame)] }) })
  const image = Object.assign(new Image(), { src: `data:image/jpeg;base64,${images[0]!.data}` })
  await image.decode()
  return image
}
