// Runs a processor on bytes as the pipeline does, and inspects the outputs with another program.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Derivative, MediaInfo, Processor, Work } from '../../src/media/processor.ts'
import { makeProcessFolder } from '../helpers/process-folder.ts'
import { runToPipes } from './read-clip.ts'

const root = makeProcessFolder('dailies-stills-')

let count = 0

export function workOn(bytes: Buffer, mimeType: string): Work & { progress: number[]; source: string } {
  const folder = join(root, String(count++))
  mkdirSync(folder)
  const source = `${folder}.source`
  writeFileSync(source, bytes)
  const progress: number[] = []
  const { signal } = new AbortController()
  return { source, mimeType, folder, signal, progress, report: (done) => void progress.push(done) }
}

export type Processed = { info: MediaInfo; derivatives: Derivative[]; path(name: string): string }

export async function process(processor: Processor, bytes: Buffer, mimeType: string): Promise<Processed> {
  const work = workOn(bytes, mimeType)
  const info = await processor.probe(work)
  const derivatives: Derivative[] = []
  for (const step of processor.steps(info)) derivatives.push(...(await step.make(work, info)))
  return { info, derivatives, path: (name) => derivatives.find((one) => one.name === name)!.path }
}

export type Pixels = ReturnType<typeof readPpm>

/** The width, height and pixels of an image, as ffmpeg decodes them. */
export function pixels(path: string): Pixels {
  return pixelsOfAll(path)[0]!
}

/** The same for several images, by one process. */
export function pixelsOfAll(...paths: string[]): Pixels[] {
  const inputs = paths.flatMap((path) => ['-i', path])
  const format = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'ppm']
  const outputs = paths.flatMap((_, n) => ['-map', `${n}:v:0`, ...format, `pipe:${n + 3}`])
  return runToPipes([...inputs, ...outputs], paths.length).map(readPpm)
}

function readPpm(ppm: Buffer) {
  // `P6`, the width and the height, the largest value, then the pixels.
  const [head, size] = /^P6\s(\d+ \d+)\s255\s/.exec(ppm.toString('latin1', 0, 40))!
  const [width, height] = size!.split(' ').map(Number) as [number, number]
  const data = ppm.subarray(head.length)
  /** The colour at a place from 0 to 1. */
  const at = (x: number, y: number) => {
    const place = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
    return [...data.subarray(place, place + 3)] as [number, number, number]
  }
  return { width, height, at }
}
