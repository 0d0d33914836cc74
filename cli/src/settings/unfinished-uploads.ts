// Uploads that were begun here and have not ended, so that --resume finds them.
import type { ConfigFile } from './config-file.ts'

const dayMs = 86_400_000
/** The server has given up on it by then. */
const keptDays = 7

/** The same file, unchanged, for the same project of the same server. */
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

/** Writes down what begins and ends. Changes that come together are one write: there may be thousands. */
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
    /** Resolves when all is written. */
    settled: () => writing,
  }
}
