import type { Readable } from 'node:stream'
import { GenerationFailure } from '../../core/provider.ts'
import { findProgram } from '../../core/search-path.ts'
import { runFfmpeg as runConfinedFfmpeg } from '../../sandbox/run-program.ts'
import { askProgram } from '../../sandbox/sandbox.ts'
import { onDemandFiles } from '../on-demand.ts'

/** Prefers the machine's ffmpeg, which gets security updates; without one, that of an npm package is downloaded. */
export async function findFfmpeg(folders?: readonly string[]): Promise<string> {
  const own = findProgram('ffmpeg', folders)
  if (own && (await makesH264(own))) return own
  const packaged = await packagedFfmpeg()
  if (packaged && (await makesH264(packaged))) return packaged
  const message = 'A video draft needs ffmpeg with libx264: install it on the server.'
  throw new GenerationFailure('provider_failed', message, false)
}

/** Some distributions build ffmpeg without libx264. */
async function makesH264(program: string): Promise<boolean> {
  const encoders = await askProgram(program, '-hide_banner', '-encoders')
  return encoders?.includes('libx264') ?? false
}

export async function packagedFfmpeg(): Promise<string | undefined> {
  const [program] = (await onDemandFiles(`@ffmpeg-installer/${process.platform}-${process.arch}`)) ?? []
  return program
}

/** Half a minute of 4k, more than any model generates, takes 44 s of CPU. */
const seconds = 240

/** Runs ffmpeg in this folder, with `input` as its stdin. */
export async function runFfmpeg(
  program: string,
  args: readonly string[],
  folder: string,
  input: Readable,
  signal: AbortSignal,
): Promise<void> {
  const { status, complaint } = await runConfinedFfmpeg({ program, args, folder, input, signal, seconds })
  if (status !== 0) throw new Error(`ffmpeg failed: ${complaint}`)
}
