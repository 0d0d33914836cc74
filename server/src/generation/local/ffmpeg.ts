import { accessSync, chmodSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { constants as osConstants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GenerationFailure } from '../../core/provider.ts'
import { searchPath } from '../../core/search-path.ts'
import { askProgram, startConfined } from '../../sandbox/sandbox.ts'

/** The machine's own ffmpeg, which gets its security updates; else the one that our packages bring. */
export async function findFfmpeg(folders = searchPath().split(delimiter)): Promise<string> {
  const own = folders.map((folder) => join(folder, 'ffmpeg')).find(isExecutable)
  for (const program of [own, packagedFfmpeg()]) if (program && (await makesH264(program))) return program
  const message = 'A draft of a video needs an ffmpeg with libx264, which the server does not have.'
  throw new GenerationFailure('provider_failed', message, false)
}

/** Some distributions build theirs without it. */
async function makesH264(program: string): Promise<boolean> {
  const encoders = await askProgram(program, '-hide_banner', '-encoders')
  return encoders?.includes('libx264') ?? false
}

export function packagedFfmpeg(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url)
    const program = resolve(`@ffmpeg-installer/${process.platform}-${process.arch}/ffmpeg`)
    // Install scripts are switched off, so this one's only task is done here.
    if (!isExecutable(program)) chmodSync(program, 0o755)
    return program
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Half a minute of 4k, more than any model makes, takes 44 s of CPU. */
const seconds = 240

/**
 * Runs ffmpeg in the sandbox, in this folder, with `input` on its stdin, for as long as `signal` lets it. When we are
 * killed its stdin ends, and so does it.
 */
export async function runFfmpeg(
  program: string,
  args: readonly string[],
  folder: string,
  input: Readable,
  signal: AbortSignal,
): Promise<void> {
  const command = [program, '-hide_banner', '-loglevel', 'error', '-nostats', ...args]
  const child = await startConfined(
    command,
    { code: [program], folder },
    {
      stdio: ['pipe', 'ignore', 'pipe'],
      signal,
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    },
  )
  // The requests that the server answers meanwhile come first.
  if (child.pid) setPriority(child.pid, osConstants.priority.PRIORITY_BELOW_NORMAL)
  let complaint = ''
  child.stderr!.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000)
  })
  const exit = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  // A child that goes early breaks the pipe; its exit tells why.
  await pipeline(input, child.stdin!).catch(() => undefined)
  const code = await exit
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`ffmpeg failed: ${complaint}`)
}
