// Results that a provider returns only once, spooled on this node's disk until they are in the storage. They
// are already paid for: a storage outage of hours must not lose them.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Handle, Output } from '../core/provider.ts'
import type { Sql } from '../core/sql.ts'
import type { Attempt } from './generation-row.ts'

type Named = Pick<Attempt, 'fileId' | 'attempt'>

export type ResultSpool = {
  /** Resolves once the bytes would survive a power failure. Leaves nothing behind when the body fails. */
  spool(attempt: Named, output: Output): Promise<Handle>
  /** Returns undefined when this node has no result of the attempt: another node may have it. */
  find(attempt: Named): Promise<Handle | undefined>
  read(attempt: Named, handle: Handle): Promise<Output>
  remove(attempt: Named): Promise<void>
  /** Deletes the results of attempts that have ended. */
  sweep(sql: Sql): Promise<void>
}

/** Whether the handle names a result on a node's disk instead of at the provider. */
export function isSpooled(handle: Handle | null): boolean {
  return handle !== null && 'keptExtension' in handle
}

const partial = '.partial'

export function createResultSpool(folder: string): ResultSpool {
  const prefixOf = ({ fileId, attempt }: Named) => `${fileId}.${attempt}.`
  const pathOf = (attempt: Named, extension: string) => join(folder, prefixOf(attempt) + extension)

  async function names(): Promise<string[]> {
    return readdir(folder).catch((error) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
  }

  return {
    async spool(attempt, { extension, body }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = pathOf(attempt, extension)
      try {
        await writeThrough(path + partial, body)
        await rename(path + partial, path)
        await syncFolder(folder)
      } catch (error) {
        await rm(path + partial, { force: true })
        throw error
      }
      return { keptExtension: extension }
    },

    async find(attempt) {
      const prefix = prefixOf(attempt)
      const name = (await names()).find((one) => one.startsWith(prefix) && !one.endsWith(partial))
      return name === undefined ? undefined : { keptExtension: name.slice(prefix.length) }
    },

    async read(attempt, { keptExtension }) {
      const extension = String(keptExtension)
      const path = pathOf(attempt, extension)
      await stat(path)
      return { extension, body: createReadStream(path) }
    },

    async remove(attempt) {
      const prefix = prefixOf(attempt)
      for (const name of await names())
        if (name.startsWith(prefix)) await rm(join(folder, name), { force: true })
    },

    async sweep(sql) {
      const found = (await names()).map((name) => ({ name, attempt: name.split('.').slice(0, 2).join('.') }))
      if (found.length === 0) return
      const current = await sql<{ attempt: string }>`
        select file_id || '.' || attempt as attempt from generations
        where state in ('STARTING', 'FETCHING') and file_id = any(${found.map(({ name }) => name.split('.')[0])})`
      const wanted = new Set(current.map(({ attempt }) => attempt))
      for (const { name, attempt } of found) {
        if (!wanted.has(attempt)) await rm(join(folder, name), { force: true })
      }
    },
  }
}

async function writeThrough(path: string, body: Readable): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
