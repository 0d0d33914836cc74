// Downloads a file from its address into the storage. The queued task runs again when its worker dies: it then starts from the
// beginning, and the bytes without a row are swept.
import type { IncomingMessage } from 'node:http'
import { addAbortSignal, Readable } from 'node:stream'
import type { Logger } from 'pino'
import { newUuid } from '../core/ids.ts'
import { isOutage, outageWaitSeconds } from '../core/outage.ts'
import { downloadError, openDownload } from '../core/public-download.ts'
import type { Quotas } from '../core/services.ts'
import type { Database } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { retryWrite } from '../generation/retry-write.ts'
import { addTask } from '../queue/tasks.ts'
import { requireQuota } from '../storage/quotas.ts'
import { sniff, sniffedBytes } from '../storage/sniff.ts'
import { fileNameOf, namedBy } from '../storage/source-name.ts'
import { encoded, failureOf, incomplete, interrupted, tooLarge, webPage } from './fetch-failures.ts'
import { failFetch, finishFetch, isFetched, startFetch, type Transfer } from './fetch-states.ts'

export type FetchServices = {
  database: Database
  storage: Storage
  quotas: Quotas
  /** Private hosts that files may be fetched from. */
  uploadHosts: readonly string[]
  logger: Logger
}

/** S3 takes 480 GiB of unknown length. */
const maxBytes = 256 * 2 ** 30
/** Shorter than the day after which bytes without a row are swept. */
const deadlineMs = 6 * 60 * 60 * 1000
const retrySeconds = [10, 60, 300]
const progressMs = 1_000
/** Without an announced length, the quota and the disk are checked again for every so many bytes. */
const checkedBytes = 64 * 2 ** 20

export async function fetchUpload(
  services: FetchServices,
  fileId: string,
  shutdown: AbortSignal,
): Promise<void> {
  const { database, logger } = services
  const transfer = await startFetch(database.sql, fileId)
  if (transfer === undefined) return
  const next = retrySeconds[transfer.tries - 1]
  try {
    // A worker that dies with its task does not get here to count.
    if (transfer.tries > retrySeconds.length + 1) throw interrupted()
    await download(services, transfer, shutdown)
  } catch (error) {
    if (shutdown.aborted) return retry(database, transfer, 0, { counts: false })
    if (isOutage(error)) {
      logger.warn({ err: error, fileId }, 'the storage or the database is unavailable: the download waits')
      const wait = () => retry(database, transfer, outageWaitSeconds, { counts: false })
      return retryWrite({ now: shutdown }, wait)
    }
    const failure = failureOf(error)
    if (failure === undefined) logger.warn({ err: error, fileId }, 'a file could not be fetched')
    if (next === undefined || failure?.retryable === false)
      return failFetch(database.sql, transfer, failure ?? interrupted())
    await retry(database, transfer, next, { counts: true })
  }
}

/** Safe to repeat when the answer of the database was lost. */
async function retry(
  { sql }: Database,
  { fileId, tries }: Transfer,
  afterSeconds: number,
  { counts }: { counts: boolean },
): Promise<void> {
  if (!counts)
    await sql`update url_uploads set tries = ${tries - 1} where file_id = ${fileId} and tries = ${tries}`
  const payload = { fileId }
  await addTask(sql, { task: 'fetch-upload', payload, key: `fetch-upload:${fileId}`, afterSeconds })
}

async function download(services: FetchServices, transfer: Transfer, shutdown: AbortSignal): Promise<void> {
  const { database, storage, uploadHosts: hosts } = services
  const deleted = new AbortController()
  const signal = AbortSignal.any([shutdown, deleted.signal, AbortSignal.timeout(deadlineMs)])
  const { answer, url } = await openDownload(new URL(transfer.url), { hosts, signal })
  const objectId = newUuid()
  let mayBeUsed = false
  try {
    const name = transfer.named
      ? transfer.name
      : (namedBy(answer.headers['content-disposition']) ?? fileNameOf(url))
    const { head, size } = await store(services, { transfer, answer, url, objectId, signal, deleted })
    const mimeType = sniff(head, size, name)
    // A page that leads to the file, or asks to sign in, is not the file.
    if (mimeType === 'text/html' && !/\.html?$/i.test(name)) throw webPage(url.hostname)
    mayBeUsed = await finishFetch(database, services.quotas, transfer, { objectId, size, mimeType, name })
  } catch (error) {
    // The commit may have succeeded although its answer was lost. If the database cannot say, the daily clean-up decides.
    if (isOutage(error)) mayBeUsed = await isFetched(database, transfer, objectId).catch(() => true)
    if (!deleted.signal.aborted) throw error
  } finally {
    answer.destroy()
    if (!mayBeUsed) await storage.remove(objectId)
  }
}

type Source = {
  transfer: Transfer
  answer: IncomingMessage
  url: URL
  objectId: string
  signal: AbortSignal
  deleted: AbortController
}

type Seen = { head: Buffer; size: number; error?: unknown }

async function store(services: FetchServices, source: Source): Promise<Seen> {
  const { transfer, answer, objectId, signal } = source
  const { headers } = answer
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') throw encoded()
  const total = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  if (total !== null && total > maxBytes) throw tooLarge(maxBytes)
  await requireSpace(services, transfer, total ?? 0)
  await services.database.sql`update url_uploads set total = ${total} where file_id = ${transfer.fileId}`
  const seen: Seen = { head: Buffer.alloc(0), size: 0 }
  const bytes = Readable.from(watched(services, source, total, seen), { objectMode: false })
  // The reader handles the error; an error while nothing reads must not end the process.
  for (const stream of [answer, bytes]) stream.on('error', () => {})
  try {
    await services.storage.write(objectId, addAbortSignal(signal, bytes))
  } catch (error) {
    throw seen.error ?? error
  }
  return seen
}

/** The bytes as they arrive: counted, checked, and reported every second. */
async function* watched(services: FetchServices, source: Source, total: number | null, seen: Seen) {
  const { transfer, answer, url } = source
  let reported = performance.now()
  let checked = total ?? 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (seen.head.length < sniffedBytes) seen.head = Buffer.concat([seen.head, chunk])
      seen.size += chunk.length
      if (seen.size > maxBytes) throw tooLarge(maxBytes)
      if (seen.size > checked) {
        checked = seen.size + checkedBytes
        await requireSpace(services, transfer, checked)
      }
      if (performance.now() - reported > progressMs) {
        reported = performance.now()
        await report(services, source, seen.size)
      }
      yield chunk
    }
  } catch (error) {
    seen.error = isOutage(error)
      ? error
      : (failureOf(error) ?? downloadError(error as NodeJS.ErrnoException, url.hostname))
    throw seen.error
  }
  if (total === null || seen.size === total) return
  seen.error = incomplete(url.hostname)
  throw seen.error
}

/** Stops the download of a file that was deleted meanwhile. */
async function report({ database }: FetchServices, { transfer, deleted }: Source, received: number) {
  const rows = await database.sql`
    update url_uploads set received = ${received} where file_id = ${transfer.fileId} returning file_id`
  if (rows.length === 0) deleted.abort()
}

async function requireSpace({ database, storage, quotas }: FetchServices, transfer: Transfer, bytes: number) {
  await storage.space?.require(bytes)
  await requireQuota(database.sql, quotas, transfer.uploader, bytes)
}
