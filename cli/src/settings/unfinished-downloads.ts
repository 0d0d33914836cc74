// Unfinished downloads of archives to this machine, for --resume.
import type { ConfigFile, UnfinishedDownload } from './config-file.ts'

/** The server deletes archives after this time. */
const keptMs = 24 * 60 * 60 * 1000

export async function unfinishedDownload(
  config: ConfigFile,
  mark: string,
): Promise<UnfinishedDownload | undefined> {
  const found = (await config.read()).downloads?.[mark]
  return found && isAlive(found) ? found : undefined
}

/** Stores that a download has begun; undefined: that it has ended. */
export async function rememberDownload(
  config: ConfigFile,
  mark: string,
  download: Omit<UnfinishedDownload, 'startedAt'> | undefined,
): Promise<void> {
  await config.change((data) => {
    const others = Object.entries(data.downloads ?? {}).filter(
      ([other, one]) => other !== mark && isAlive(one),
    )
    data.downloads = Object.fromEntries(others)
    if (download) data.downloads[mark] = { ...download, startedAt: Date.now() }
  })
}

function isAlive({ startedAt }: UnfinishedDownload): boolean {
  return startedAt > Date.now() - keptMs
}
