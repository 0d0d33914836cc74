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

export async function rememberUpload(config: ConfigFile, mark: string, fileId: string): Promise<void> {
  await config.change((data) => {
    const now = Date.now()
    const young = Object.entries(data.uploads ?? {}).filter(
      ([, { startedAt }]) => startedAt > now - keptDays * dayMs,
    )
    data.uploads = { ...Object.fromEntries(young), [mark]: { fileId, startedAt: now } }
  })
}

export async function forgetUpload(config: ConfigFile, mark: string): Promise<void> {
  await config.change((data) => {
    delete data.uploads?.[mark]
  })
}
