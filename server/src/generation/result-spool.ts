// Results that a provider returns only once, spooled on this node's disk until they are in the storage. They
// are already paid for: a storage outage of hours must not lose them.
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Handle, Output } from '../core/provider.ts'
import type { Sql } from '../core/sql.ts'
import type { Attempt } from './generation-row.ts'

type Named = Pick<Attempt, 'fileId' | 'attempt'>

/** `output` is a small result, from memory: it need not be read again. */
export type Spooled = { handle: Handle; output?: Output }

export type ResultSpool = {
  /** The bytes survive the end of this process, but a power failure only after `flush`. Leaves nothing when the body fails. */
  spool(attempt: Named, output: Output): Promise<Spooled>
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
/** A result of up to so many bytes is collected in memory, then written at once: that takes 3 calls of the file system instead of 10. */
const smallBytes = 2 ** 20

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
      const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      const { first, isWhole: isSmall } = await takeFirst(pieces)
      const temporary = join(folder, prefixOf(attempt) + extension + partial)
      const path = isSmall ? pathOf(attempt, handleOf(first.length, extension)) : temporary
      try {
        // The name of a whole result has its size, so a file that is cut off is not taken for it.
        const write = () => writeFile(path, first, { mode: 0o600 })
        await write().catch(async (error) => {
          if (error.code !== 'ENOENT') throw error
          await mkdir(folder, { recursive: true, mode: 0o700 })
          await write()
        })
        if (isSmall) {
          const output = { extension, body: Readable.from([first]) }
          return { handle: handleOf(first.length, extension), output }
        }
        const handle = handleOf(await append(path, pieces), extension)
        await rename(temporary, pathOf(attempt, handle))
        return { handle }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    async flush(attempt, handle) {
      await Promise.all([pathOf(attempt, handle), folder].map(flushPath))
    },

    async find(attempt) {
      const prefix = prefixOf(attempt)
      const name = (await names()).find((one) => one.startsWith(prefix) && !one.endsWith(partial))
      if (name === undefined) return undefined
      const handle = { keptExtension: name.slice(prefix.length) }
      if (isWhole(handle, await stat(join(folder, name)))) return handle
      await rm(join(folder, name), { force: true })
    },

    async read(attempt, handle) {
      const file = await open(pathOf(attempt, handle), 'r')
      if (isWhole(handle, await file.stat()))
        return { extension: partsOf(handle).extension, body: file.createReadStream() }
      await file.close()
      throw new Error('a power failure has truncated the spooled result')
    },

    async remove(attempt, handle) {
      await unlink(pathOf(attempt, handle)).catch((error) => {
        if (error.code !== 'ENOENT') throw error
      })
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

/** The kept extension begins with the size, except for results of earlier releases, which were flushed. */
function partsOf({ keptExtension }: Handle): { size: string | undefined; extension: string } {
  const [, size, extension] = /^(?:(\d+)\.)?(.*)$/.exec(String(keptExtension))!
  return { size, extension: extension! }
}

function isWhole(handle: Handle, stats: { size: number }): boolean {
  const { size } = partsOf(handle)
  return size === undefined || Number(size) === stats.size
}

function handleOf(size: number, extension: string): Handle {
  return { keptExtension: `${size}.${extension}` }
}

/** Takes pieces until they are no longer small, or have ended. */
async function takeFirst(pieces: AsyncIterator<Buffer>): Promise<{ first: Buffer; isWhole: boolean }> {
  const taken: Buffer[] = []
  let size = 0
  while (size <= smallBytes) {
    const { value, done } = await pieces.next()
    if (done) return { first: Buffer.concat(taken), isWhole: true }
    taken.push(value)
    size += value.length
  }
  return { first: Buffer.concat(taken), isWhole: false }
}

/** Returns the size of the file. */
async function append(path: string, pieces: AsyncIterator<Buffer>): Promise<number> {
  const file = await open(path, 'a')
  try {
    await file.writeFile({ [Symbol.asyncIterator]: () => pieces })
    return (await file.stat()).size
  } finally {
    await file.close()
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
