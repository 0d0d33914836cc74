// Unfinished uploads from this machine, for --resume.
import type { ConfigFile } from './config-file.ts'

const dayMs = 86_400_000
/** The server deletes unfinished uploads earlier than this. */
const keptDays = 7

/** Identifies an unchanged file for one project of one server. */
export function uploadMark(
  where: string,
  path: string,
  { size, mtimeMs }: { size: number; mtimeMs: number },
): string {
  return `${where} ${path} ${size} ${Math.floor(mtimeMs)}`
}

export async function unfinishedUpload(config: ConfigFile, mark: string): Promise<string | undefined> {
  return (await config.read()).uploads?.[mark]?.fileId
}

/** Stores which uploads start and end. Combines changes that arrive together into one write: there may be thousands. */
export function rememberUploads(config: ConfigFile) {
  let changes = new Map<string, string | undefined>()
  let writing = Promise.resolve()

  function change(mark: string, fileId: string | undefined): void {
    if (changes.size === 0) writing = writing.then(write)
    changes.set(mark, fileId)
  }

  async function write(): Promise<void> {
    const taken = changes
    changes = new Map()
    const now = Date.now()
    await config.change((data) => {
      const kept = Object.entries(data.uploads ?? {}).filter(
        ([mark, { startedAt }]) => startedAt > now - keptDays * dayMs && !taken.has(mark),
      )
      for (const [mark, fileId] of taken)
        if (fileId !== undefined) kept.push([mark, { fileId, startedAt: now }])
      data.uploads = Object.fromEntries(kept)
    })
  }

  return {
    remember: (mark: string, fileId: string) => change(mark, fileId),
    forget: (mark: string) => change(mark, undefined),
    /** Resolves when all changes are stored. */
    settled: () => writing,
  }
}
