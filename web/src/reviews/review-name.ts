/** The subject of a review: a file of the list, or the file of a review room. */
export type ReviewFile = { id: string; name: string; stack?: { number: number } }

const longest = 100
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** “SC12_SH040 v2” for one file, “4 files, 15 Nov” for several. */
export function reviewName(files: readonly ReviewFile[], now = new Date()): string {
  const [file] = files
  if (files.length !== 1) return `${files.length} files, ${day.format(now)}`
  const revision = file!.stack ? ` v${file!.stack.number}` : ''
  const name = file!.name.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '')
  return [...name].slice(0, longest - revision.length).join('') + revision
}

export function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}

/** The page of a review: a single file opens in its review room, several on the page of the review. */
export function reviewPath(projectId: string, versionId: string, files: readonly { id: string }[]): string {
  const [file] = files
  return files.length === 1
    ? `/files/${file!.id}?version=${versionId}`
    : `/projects/${projectId}/versions/${versionId}`
}
