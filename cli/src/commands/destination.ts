// Where a download is saved.
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { exitCodes } from '../exit-codes.ts'
import { CommandError } from '../kit/errors.ts'
import { oneLine } from '../kit/terminal-text.ts'

/** The name comes from the server: it must not lead out of the folder or create a hidden file. */
export async function destination(out: string | undefined, name: string, force: boolean): Promise<string> {
  const safe = name.replace(/[/\\:\p{Cc}\p{Bidi_Control}]/gu, '_').replace(/^\.+/, '_') || 'download'
  const folder = out === undefined || out.endsWith('/') || (await isFolder(out))
  const path = folder ? join(out ?? '.', cutName(safe)) : out
  if (
    force ||
    !(await stat(path).then(
      () => true,
      () => false,
    ))
  )
    return path
  throw new CommandError(
    exitCodes.conflict,
    `${oneLine(path)} already exists.`,
    'Use --force to overwrite it, or --out to choose another destination.',
  )
}

/** File systems limit names to 255 bytes. */
function cutName(name: string): string {
  const extension = extname(name)
  const stem = [...name.slice(0, name.length - extension.length)]
  while (stem.length > 1 && Buffer.byteLength(stem.join('') + extension) > 255) stem.pop()
  return stem.join('') + extension
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
