// Results that a provider returns only once, spooled on this node's disk until they are in the storage. They
// are already paid for: a storage outage of hours must not lose them.
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handle, Output } from '../core/provider.ts'
import type { Sql } from '../core/sql.ts'
import type { Attempt } from './generation-row.ts'

type Named = Pick<Attempt, 'fileId' | 'attempt'>

export type ResultSpool = {
  /** The bytes survive the end of this process, but a power failure only after `flush`. Leaves nothing when the body fails. */
  spool(attempt: Named, output: Output): Promise<Handle>
  flush(attempt: Named, handle: Handle): Promise<void>
  /** Returns undefined when this node has no result of the attempt: another node may have it. */
  find(attempt: Named): Promise<Handle | undefined>
  read(attempt: Named, handle: Handle): Promise<Output>
  remove(attempt: Named, handle: Handle): Promise<void>
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
  const pathOf = (attempt: Named, { keptExtension }: Handle) =>
    join(folder, prefixOf(attempt) + keptExtension)

  async function names(): Promise<string[]> {
    return readdir(folder).catch((error) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
  }

  return {
    async spool(attempt, { extension, body }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const handle = { keptExtension: extension }
      const path = pathOf(attempt, handle)
      try {
        await writeFile(path + partial, body, { mode: 0o600 })
        await rename(path + partial, path)
      } catch (error) {
        await rm(path + partial, { force: true })
        throw error
      }
      return handle
    },

    async flush(attempt, handle) {
      await Promise.all([pathOf(attempt, handle), folder].map(flushPath))
    },

    async find(attempt) {
      const prefix = prefixOf(attempt)
      const name = (await names()).find((one) => one.startsWith(prefix) && !one.endsWith(partial))
      return name === undefined ? undefined : { keptExtension: name.slice(prefix.length) }
    },

    async read(attempt, handle) {
      const file = await open(pathOf(attempt, handle), 'r')
      return { extension: String(handle.keptExtension), body: file.createReadStream() }
    },

    remove: (attempt, handle) => rm(pathOf(attempt, handle), { force: true }),

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

async function flushPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
