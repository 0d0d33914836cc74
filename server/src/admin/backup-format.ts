// A backup is a gzipped tar, in this order:
//   manifest.json                    format, migrations, tables and sequences
//   secret.key                       when the server generated its own
//   database/<table>/<number>.copy   the rows as Postgres copies them; the pieces of a table belong together
//   files/…                          the storage folder
//   end.json                         totals and the SHA-256 of everything: a backup without it is truncated
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { failure } from '../../../cli/src/kit/errors.ts'
import { createByteReader, readTar, type TarEntry, tarHeader, tarPadding } from './tar.ts'

export const format = 1

const Manifest = z.object({
  format: z.literal(format),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })).min(1),
  /** The last value of each sequence. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

const End = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.object({ count: z.number(), bytes: z.number() }),
  sha256: z.string(),
})
export type End = z.infer<typeof End>

export const manifestName = 'manifest.json'
export const secretKeyName = 'secret.key'
export const filesPrefix = 'files/'
export const endName = 'end.json'

export function piecePrefix(table: string): string {
  return `database/${table}/`
}

/** Writes entries and hashes their names, sizes and contents. */
export function createArchiveWriter(now: number) {
  const hash = createHash('sha256')
  const time = Math.floor(now / 1000)
  return {
    async *entry(
      name: string,
      size: number,
      content: Iterable<Buffer> | AsyncIterable<Buffer>,
      mode = 0o600,
    ) {
      hash.update(identity(name, size))
      yield tarHeader({ name, size, mode, time })
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
      yield tarPadding(size)
    },
    sha256: () => hash.copy().digest('hex'),
  }
}

export type ArchiveReader = Awaited<ReturnType<typeof openArchive>>

const largestText = 16 * 2 ** 20

/** Reads the entries of an archive in order and computes the same hash. */
export async function openArchive(source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  const bytes = createByteReader(source)
  const entries = readTar(bytes)
  let entry = (await entries.next()).value ?? undefined
  let sha256 = ''

  /** The content of the current entry; reading it to its end moves on to the next entry. */
  async function* read(): AsyncGenerator<Buffer, void> {
    const { name, size, content } = entry!
    sha256 = hash.copy().digest('hex')
    hash.update(identity(name, size))
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
    entry = (await entries.next()).value ?? undefined
  }

  async function readText(): Promise<string> {
    if (entry!.size > largestText) throw new Error(`its ${entry!.name} is too large`)
    return Buffer.concat(await Array.fromAsync(read())).toString()
  }

  return {
    /** The current entry; undefined after the last. */
    present: (): Omit<TarEntry, 'content'> | undefined => entry,
    read,
    readText,
    /** The hash of all entries before the one read last. */
    sha256: () => sha256,
    /** Reads to the end, where gzip verifies its checksum. */
    drain: bytes.drain,
  }
}

function identity(name: string, size: number): string {
  return `${name}\0${size}\0`
}

export function parseManifest(text: string): Manifest {
  const json = parseJson(text) as { format?: unknown } | undefined
  if (typeof json?.format === 'number' && json.format > format) {
    throw failure('it was created by a newer release: restore it with that release or later')
  }
  const { data } = Manifest.safeParse(json)
  if (!data) throw new Error(`its ${manifestName} cannot be read`)
  return data
}

export function parseEnd(text: string): End {
  const { data } = End.safeParse(parseJson(text))
  if (!data) throw new Error(`its ${endName} cannot be read`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
