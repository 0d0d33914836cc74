// Large packages that only some generations need: fonts, the typesetter, an ffmpeg. They are used where they are installed,
// else downloaded from npm on first use. The setting belongs to the process, like that of the sandbox.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import packages from '../../on-demand/packages.json' with { type: 'json' }

export type OnDemandPackage = keyof typeof packages

type Setting = {
  /** The folder that packages are downloaded into; null: nothing is downloaded. */
  folder: string | null
  log(message: string): void
}

const run = promisify(execFile)
const fetcher = fileURLToPath(new URL('../../on-demand/fetch.mjs', import.meta.url))
const { resolve } = createRequire(import.meta.url)

/** How long a failed download is not tried again: each attempt makes somebody wait. */
const pause = 60_000

let setting: Setting = { folder: null, log: () => undefined }
const attempts = new Map<OnDemandPackage, { result: Promise<string | undefined>; until: number }>()

export function useOnDemandPackages(folder: string | null, log: Setting['log']): void {
  setting = { folder, log }
  attempts.clear()
}

/** The paths of the files of a package, in the order of packages.json; undefined when it cannot be had. */
export async function onDemandFiles(name: string): Promise<string[] | undefined> {
  if (!isKnown(name)) return undefined
  const { files } = packages[name]
  const folder = installedFolder(name) ?? (await downloadedFolder(name))
  return folder === undefined ? undefined : files.map((file) => join(folder, file))
}

function isKnown(name: string): name is OnDemandPackage {
  return Object.hasOwn(packages, name)
}

/** The folder in node_modules, where development and operators without a network have the package. */
function installedFolder(name: OnDemandPackage): string | undefined {
  const places = (resolve.paths(name) ?? []).map((folder) => join(folder, name))
  return places.find((folder) => packages[name].files.every((file) => existsSync(join(folder, file))))
}

async function downloadedFolder(name: OnDemandPackage): Promise<string | undefined> {
  const attempt = attempts.get(name)
  if (attempt && Date.now() < attempt.until) return attempt.result
  const result = download(name)
  attempts.set(name, { result, until: Number.POSITIVE_INFINITY })
  if ((await result) === undefined) attempts.set(name, { result, until: Date.now() + pause })
  return result
}

async function download(name: OnDemandPackage): Promise<string | undefined> {
  const { folder, log } = setting
  if (folder === null) return undefined
  try {
    const { stdout } = await run(process.execPath, [fetcher, name, folder], { timeout: 600_000 })
    return stdout.trim()
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    log(`${(stderr || message).trim()}. It is tried again in a minute, when it is needed.`)
    return undefined
  }
}
