// Profiles, with their keys and tokens, in one file that only its owner can read.
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Archive } from '@dailies/sdk'
import { failure } from '../kit/errors.ts'
import { withLock } from './lock.ts'

export type OAuthTokens = {
  clientId: string
  tokenEndpoint: string
  revocationEndpoint: string
  resource: string
  accessToken: string
  refreshToken: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export type Profile = { url: string; key?: string; oauth?: OAuthTokens }

export type ConfigData = {
  current?: string
  profiles: Record<string, Profile>
  /** Unfinished uploads: see unfinished-uploads.ts. */
  uploads?: Record<string, { fileId: string; startedAt: number }>
  /** Unfinished downloads: see unfinished-downloads.ts. */
  downloads?: Record<string, UnfinishedDownload>
}

export type UnfinishedDownload = { archive: Archive; path: string; startedAt: number }

export type ConfigFile = {
  path: string
  read(): Promise<ConfigData>
  /** Changes the file, one process at a time. Long work such as a refresh may run inside. */
  change<T>(work: (data: ConfigData) => Promise<T> | T): Promise<T>
  /** Whether other users can read the file, which causes a warning. */
  isExposed(): Promise<boolean>
}

export function openConfigFile(folder: string): ConfigFile {
  const path = join(folder, 'config.json')
  return {
    path,
    read: () => read(path),
    async change(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return withLock(join(folder, 'lock'), async () => {
        const data = await read(path)
        const before = JSON.stringify(data)
        const result = await work(data)
        if (JSON.stringify(data) !== before) await write(folder, path, data)
        return result
      })
    },
    async isExposed() {
      if (process.platform === 'win32') return false
      const found = await stat(path).catch(() => undefined)
      return found !== undefined && (found.mode & 0o077) !== 0
    },
  }
}

async function read(path: string): Promise<ConfigData> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: Object.create(null) }
    throw failure(`Cannot read ${path}: ${(error as Error).message}`)
  }
  try {
    const data = JSON.parse(text) as ConfigData
    // A profile may be called `constructor`.
    return { ...data, profiles: Object.assign(Object.create(null), data.profiles) }
  } catch {
    throw failure(`${path} is not valid JSON.`, 'Fix or delete it, then run `dailies login`.')
  }
}

/** Readers see either the old file or the new one, even after a power failure. */
async function write(folder: string, path: string, data: ConfigData): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(data, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    await chmod(folder, 0o700)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
