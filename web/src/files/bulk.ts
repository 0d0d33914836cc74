// Changes to many files: in batches, with progress, and a list of the files that failed.
import { DailiesError, type FileListItem } from '@dailies/sdk'

/** The most files that one bulk update accepts. */
export const bulkSize = 100

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

/** Changes of the same files have the same subject: moved here, then moved there. */
export const subjectOf = (files: readonly { id: string }[]) => `files ${files[0]?.id} ${files.length}`

export const idsOf = (files: readonly FileListItem[]) => files.map(({ id }) => ({ id }))

/** A bulk operation refuses all files when one of them is unknown, and names it: retry the others without it. */
export async function exceptUnknown(
  part: readonly FileListItem[],
  call: (files: readonly FileListItem[]) => Promise<void>,
): Promise<Failure[]> {
  try {
    await call(part)
    return []
  } catch (error) {
    const unknown = unknownPlaces(error)
    if (unknown.size === 0 || part.length === 1) throw error
    const rest = part.filter((_, place) => !unknown.has(place))
    if (rest.length > 0) await call(rest)
    return part.filter((_, place) => unknown.has(place)).map((file) => ({ file, error }))
  }
}

/** The places in a request of the files that the server does not know. */
export function unknownPlaces(error: unknown): Set<number> {
  if (!(error instanceof DailiesError)) return new Set()
  const places = error.errors.map(({ path }) => /^\/files\/(\d+)\/id$/.exec(path)?.[1])
  return new Set(places.filter((place) => place !== undefined).map(Number))
}
