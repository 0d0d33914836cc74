// The strip at the bottom of a draft video: progress, time and frame number. The strip is drawn here and
// overlaid by ffmpeg, because not every build of ffmpeg can draw text.
import { Readable } from 'node:stream'
import type { Digits } from './slate.ts'
import { digitCharacters } from './slate-layout.ts'

export type Strip = { width: number; height: number; framesPerSecond: number; frames: number; digits: Digits }

const ground = 34
const filled = 84

/** Greyscale frames, one after the other. */
export function counterFrames(strip: Strip): Readable {
  return Readable.from(draw(strip), { objectMode: false })
}

function* draw(strip: Strip): Generator<Buffer> {
  for (let frame = 0; frame < strip.frames; frame++) yield drawFrame(strip, frame)
}

function drawFrame(strip: Strip, frame: number): Buffer {
  const { width, height } = strip
  const pixels = Buffer.alloc(width * height, ground)
  const reached = Math.round((width * (frame + 1)) / strip.frames)
  for (let y = 0; y < height; y++) pixels.fill(filled, y * width, y * width + reached)
  write(counterText(strip, frame), strip, pixels)
  return pixels
}

/** Seconds and the frame within the second, then the frame number of all frames, from 1. */
function counterText({ framesPerSecond, frames }: Strip, frame: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const seconds = Math.floor(frame / framesPerSecond)
  const all = String(frames)
  return `${two(seconds)}:${two(frame % framesPerSecond)}  ${String(frame + 1).padStart(all.length, '0')}/${all}`
}

function write(text: string, { width, height, digits }: Strip, pixels: Buffer): void {
  const cell = digits.width / digitCharacters.length
  const top = Math.floor((height - digits.height) / 2)
  for (const [index, character] of [...text].entries()) {
    const from = digitCharacters.indexOf(character) * cell
    const to = cell * (index + 1)
    for (let y = 0; y < digits.height; y++) {
      for (let x = 0; x < cell; x++) {
        const grey = digits.pixels[y * digits.width + from + x] ?? 0
        const at = (top + y) * width + to + x
        if (grey > (pixels[at] ?? 0)) pixels[at] = grey
      }
    }
  }
}
