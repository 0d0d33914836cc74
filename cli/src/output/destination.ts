// Where a command writes files on this machine.
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { exitCodes } from '../exit-codes.ts'
import { CommandError } from '../kit/errors.ts'
import { oneLine } from '../kit/terminal-text.ts'

/**
 * The name of a local file, from a name that the server gave: it must not lead out of the folder or create a hidden file, and
 * file systems limit names to 255 bytes. `ending` replaces the extension, and is never cut off.
 */
export function safeName(name: string, ending = extname(name)): string {
  const stem = [...clean(name.slice(0, name.length - extname(name).length)).replace(/^\.+/, '_')]
  const end = clean(ending)
  while (stem.length > 1 && Buffer.byteLength(stem.join('') + end) > 255) stem.pop()
  return stem.join('') + end || 'download'
}

const clean = (text: string) => text.replace(/[/\\:\p{Cc}\p{Bidi_Control}]/gu, '_')

/** Whether the value of `--out` names a folder; without one, files go to the current folder. */
export async function isFolderPath(out: string | undefined): Promise<boolean> {
  if (out === undefined || out.endsWith('/')) return true
  return stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Refuses to overwrite a file, unless `force` is set. */
export async function requireFree(path: string, force: boolean): Promise<void> {
  if (force) return
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (!exists) return
  throw new CommandError(
    exitCodes.conflict,
    `${oneLine(path)} already exists.`,
    'Use --force to overwrite it, or --out to choose another destination.',
  )
}

/** Where a download with this name goes. */
export async function destination(out: string | undefined, name: string, force: boolean): Promise<string> {
  const path = (await isFolderPath(out)) ? join(out ?? '.', safeName(name)) : out!
  await requireFree(path, force)
  return path
}
