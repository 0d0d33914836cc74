import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GenerationFailure } from '../../core/provider.ts'
import { typesetPdf } from '../../generation/documents/typeset.ts'
import { runInChild } from '../../generation/run-in-child.ts'
import type { AssetsOrder } from './assets-child.ts'
import { treatment } from './treatment.ts'

/** The paths of the rendered files; without ffmpeg there is no video, without Typst no document. */
export type Assets = {
  poster: string
  clapper: string
  treatment: string | null
  film: [string, string] | null
}

/** A time limit that no machine should reach. */
const seconds = 600

export async function drawAssets(
  folder: string,
  ffmpeg: string | null,
  signal: AbortSignal,
): Promise<Assets> {
  const module = new URL('./assets-child.ts', import.meta.url)
  const order: AssetsOrder = { folder, ffmpeg }
  const place = { folder, programs: ffmpeg === null ? [] : [ffmpeg] }
  await runInChild(module, order, { seconds, work: 'rendering the demo', signal }, place)
  const at = (name: string) => join(folder, name)
  const images = [{ name: 'poster.png', bytes: await readFile(at('poster.png')) }]
  const pdf = await typesetPdf({ ...treatment, images }, signal).catch((error) => {
    if (error instanceof GenerationFailure) return null
    throw error
  })
  if (pdf) await writeFile(at('treatment.pdf'), pdf)
  return {
    poster: at('poster.png'),
    clapper: at('clapper.glb'),
    treatment: pdf && at('treatment.pdf'),
    film: ffmpeg === null ? null : [at('shot-v1.mp4'), at('shot-v2.mp4')],
  }
}
