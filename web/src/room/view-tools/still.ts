// A still: the visible frame in its full size as PNG, with or without the drawing on it. The view tools do not change it.
import { download } from '../../comments/download.ts'
import { showDone, showProblem } from '../../ui/toasts.tsx'
import type { Room } from '../room.ts'
import type { Picture } from './picture.ts'
import { stillName } from './still-name.ts'
import { readableCanvas } from './still-pixels.ts'
import { viewStore } from './view-state.ts'

export type StillUse = 'copy' | 'download' | 'attach'

export async function takeStill(picture: Picture, room: Room, use: StillUse): Promise<void> {
  try {
    if (use === 'copy') return await copy(picture, room)
    const file = await stillOf(picture, room)
    if (use === 'attach') room.store.set({ still: file, composing: true })
    else {
      const url = URL.createObjectURL(file)
      download(url, file.name)
      // The browser reads it after the click.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    }
  } catch (error) {
    showProblem(error, { key: 'still' })
  }
}

async function copy(picture: Picture, room: Room): Promise<void> {
  if (!('clipboard' in navigator) || typeof ClipboardItem === 'undefined')
    throw new Error('This browser copies images only on https. Download the still instead.')
  // A promise, because Safari asks for the clipboard at the moment of the click.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': stillOf(picture, room) })])
  showDone('Still copied.', { key: 'still' })
}

async function stillOf(picture: Picture, room: Room): Promise<File> {
  // While it plays, the frame would change between its name and its pixels.
  if (room.store.get().playing) await room.goTo(room.here())
  const element = picture.element.current
  if (!element) throw new Error('The image has not loaded yet.')
  const drawing = viewStore.get().withDrawing ? drawingOn(element) : undefined
  const canvas = await readableCanvas(element, picture, room)
  if (drawing) await draw(drawing, canvas)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The still is too large for this browser.')
  const name = stillName(picture.file, picture.timecode?.(), drawing !== undefined)
  return new File([blob], name, { type: 'image/png' })
}

/** The layer of drawings has a label only while it shows one. */
export function drawingOn(element: HTMLElement): SVGSVGElement | undefined {
  return element.querySelector<SVGSVGElement>('svg[role="img"][aria-label]') ?? undefined
}

/** An SVG drawn as an image knows no style sheet: what the drawing takes from there is written into it. */
const inherited = ['fill', 'stroke-linecap', 'stroke-linejoin', 'font-family', 'font-weight']

async function draw(drawing: SVGSVGElement, canvas: HTMLCanvasElement): Promise<void> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const shapes = [...copy.querySelectorAll<SVGElement>('*')]
  for (const [index, shape] of [...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(shape)
    for (const name of inherited) shapes[index]!.style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('width', String(canvas.width))
  copy.setAttribute('height', String(canvas.height))
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const context = canvas.getContext('2d')!
  // The outline that drawings have in the review room.
  context.shadowColor = 'rgb(0 0 0 / 70%)'
  context.shadowBlur = canvas.height / 400
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
}
