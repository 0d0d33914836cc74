// Changes to many files: in batches, with progress, and a list of the files that failed.
import type { FileListItem } from '@dailies/sdk'

export type Failure = { file: FileListItem; error: unknown }
export type Outcome = { done: FileListItem[]; failed: Failure[] }

/** Attempts every batch. `call` changes the files of one batch; if it throws, none of them was changed. */
export async function inParts(
  files: readonly FileListItem[],
  partSize: number,
  call: (part: readonly FileListItem[]) => Promise<Failure[] | undefined>,
  onProgress: (done: number) => void,
  /** Batches that run at the same time. */
  atATime = 4,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [] }
  const starts = Array.from({ length: Math.ceil(files.length / partSize) }, (_, i) => i * partSize).values()
  const work = async () => {
    for (const start of starts) {
      const part = files.slice(start, start + partSize)
      const failed = (await call(part).catch((error: unknown) => part.map((file) => ({ file, error })))) ?? []
      const failedIds = new Set(failed.map(({ file }) => file.id))
      outcome.failed.push(...failed)
      outcome.done.push(...part.filter(({ id }) => !failedIds.has(id)))
      onProgress(outcome.done.length + outcome.failed.length)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return outcome
}

const number = new Intl.NumberFormat('en')

export function count(files: readonly { name: string }[]): string {
  return files.length === 1 ? files[0]!.name : `${number.format(files.length)} files`
}

/** “3 of 120 files could not be moved: a.mov, b.mov and 1 more. They stay selected.” */
export function failureText(
  { done, failed }: Outcome,
  verb: string,
  { selected: staysSelected = true } = {},
): string {
  const names = failed.slice(0, 2).map(({ file }) => file.name)
  const more = failed.length - names.length
  const all = done.length + failed.length
  const which = all === 1 ? names[0]! : `${number.format(failed.length)} of ${number.format(all)} files`
  const listed = all === 1 ? '' : `: ${names.join(', ')}${more > 0 ? ` and ${number.format(more)} more` : ''}`
  const selected =
    all === 1 || !staysSelected ? '' : failed.length === 1 ? ' It stays selected.' : ' They stay selected.'
  return `${which} could not be ${verb}${listed}.${selected}`
}
