// Programs that only some kinds of files need. They are searched when a file needs them: installing them needs no restart.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../../core/search-path.ts'
import { plainFileSize } from '../../sandbox/view.ts'
import { MediaFailure, type Work } from '../processor.ts'
import { type Run, runTool } from './ffmpeg.ts'

export type OptionalTool = {
  /** Any of these; the first that is found is used. */
  programs: readonly string[]
  /** The Debian package. */
  package: string
  /** `HEIC images` */
  files: string
}

/** The path of the program; throws the message for producers and operators if it is not installed. */
export function requireTool({ programs, package: name, files }: OptionalTool): string {
  for (const program of programs) {
    const path = findProgram(program)
    if (path !== undefined) return path
  }
  const message =
    `Previews of ${files} need ${programs[0]}, which is not installed on this server. ` +
    `The operator can install the package "${name}" (Debian, Ubuntu); then try again.`
  throw new MediaFailure('tool_missing', message, true)
}

type Conversion = Pick<Run, 'program' | 'args' | 'seconds' | 'bytes' | 'code' | 'env' | 'localSocket'> & {
  /** The file that the program must write, and the names by which it may do so instead. */
  output: string
  otherNames?: readonly string[]
  /** For a file that the program does not read. */
  unreadable: string
}

/** Runs a converter on the source of the work, in the sandbox. */
export async function convertWith(
  { output, otherNames = [], unreadable, ...run }: Conversion,
  { source, folder, signal }: Work,
): Promise<void> {
  const broken = (cause?: unknown) => Object.assign(new MediaFailure('unreadable', unreadable), { cause })
  await runTool({ ...run, source, folder, signal }).catch((error) => {
    throw error instanceof MediaFailure && error.code === 'unreadable' ? broken(error) : error
  })
  for (const name of [output, ...otherNames]) {
    if (await plainFileSize(join(folder, name))) return rename(join(folder, name), join(folder, output))
  }
  throw broken()
}
