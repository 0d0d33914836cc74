import { chmodSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { GenerationFailure } from '../../core/provider.ts'
import { findProgram, isExecutable } from '../../core/search-path.ts'
import { runFfmpeg as runConfinedFfmpeg } from '../../sandbox/run-program.ts'
import { askProgram } from '../../sandbox/sandbox.ts'

/** Prefers the machine's ffmpeg, which gets security updates, to the one in the npm packages. */
export async function findFfmpeg(folders?: readonly string[]): Promise<string> {
  const own = findProgram('ffmpeg', folders)
  for (const program of [own, packagedFfmpeg()]) if (program && (await makesH264(program))) return program
  const message = 'A video draft needs ffmpeg with libx264, which is not installed on the server.'
  throw new GenerationFailure('provider_failed', message, false)
}

/** Some distributions build ffmpeg without libx264. */
async function makesH264(program: string): Promise<boolean> {
  const encoders = await askProgram(program, '-hide_banner', '-encoders')
  return encoders?.includes('libx264') ?? false
}

export function packagedFfmpeg(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url)
    const program = resolve(`@ffmpeg-installer/${process.platform}-${process.arch}/ffmpeg`)
    // Install scripts are disabled, so the one task of this package's script is done here.
    if (!isExecutable(program)) chmodSync(program, 0o755)
    return program
  } catch {
    return undefined
  }
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
