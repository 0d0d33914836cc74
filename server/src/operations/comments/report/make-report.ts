// Makes PDF reports: few at a time, and one at a time for each person.
import { ApiError } from '../../../core/errors.ts'
import type { Services } from '../../../core/services.ts'
import { createSlots } from '../../../core/slots.ts'
import type { Sql } from '../../../core/sql.ts'
import { exportName } from '../../../records/comment-export/formats.ts'
import {
  loadReport,
  type MakeReport,
  type Report,
  type ReportRequest,
  reportLimits,
} from '../../../records/comment-export/report.ts'
import type { ReportDocument } from '../../../records/comment-export/report-document.ts'
import { drawStills } from './draw-stills.ts'
import { planStills } from './plan-stills.ts'
import { type PlannedFile, writeReport } from './write-report.ts'

type TypesetReport = (report: ReportDocument, signal: AbortSignal) => Promise<Uint8Array>

type ReportServices = Pick<Services, 'database' | 'replica' | 'storage' | 'views'>

/** The rest of the machine belongs to requests and previews. */
const atOnce = 2
/** Of all people: those that wait, too. */
const most = 10
/** Proxies give up on a server that is silent for a minute. */
const stillSeconds = 35
const seconds = 90

export function createReports(
  { database, replica, storage, views }: ReportServices,
  typeset: TypesetReport,
): MakeReport {
  const turn = createSlots(atOnce)
  const people = new Set<string>()

  async function make({ source, options, userId, signal }: ReportRequest): Promise<Report | undefined> {
    signal.throwIfAborted()
    const read = (sql: Sql) => loadReport(sql, source, options)
    const loaded = await (replica ? replica.readCurrent(read) : read(database.sql))
    if (!loaded) return undefined
    let number = 0
    const files: PlannedFile[] = []
    for (const reported of loaded.files) {
      const threads = reported.threads.map((thread) => ({ thread, number: ++number }))
      const planned = await planStills({ sql: database.sql, storage }, reported.file.id, threads)
      files.push({ ...planned, reported, threads })
    }
    const stills = new Map(
      files.flatMap((file) => [
        ...(file.cover ? [[file.cover.key, file.cover] as const] : []),
        ...[...file.stills.values()].map((still) => [still.key, still] as const),
      ]),
    )
    const chosen = [...stills.values()].slice(0, reportLimits.stills)
    const drawn = await drawStills(chosen, { views, userId, signal, seconds: stillSeconds })
    const subject = source.of === 'file' ? 'File' : 'Review'
    const keys = new Set(chosen.map(({ key }) => key))
    const document = writeReport({ loaded, subject, options }, files, drawn, keys)
    const pdf = await typeset(document, signal)
    return {
      name: exportName(loaded.title, 'pdf'),
      mimeType: 'application/pdf',
      content: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length),
    }
  }

  return async (request) => {
    const { userId, signal } = request
    if (people.has(userId)) throw oneAtATime()
    if (people.size >= most) throw busy()
    people.add(userId)
    const limited = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
    try {
      return await turn(() => make({ ...request, signal: limited }))
    } catch (error) {
      if (signal.aborted) throw new ApiError('request_timeout', { message: 'The client is gone.' })
      if (error instanceof ApiError) throw error
      throw notMade(error)
    } finally {
      people.delete(userId)
    }
  }
}

function oneAtATime(): ApiError {
  const message = 'Your last report is still being made. Wait until it is finished, then try again.'
  return new ApiError('rate_limited', { message, headers: { 'Retry-After': '10' } })
}

function busy(): ApiError {
  const message =
    'The server is making as many reports as it can. Wait as many seconds as Retry-After says, then retry.'
  return new ApiError('unavailable', { message, headers: { 'Retry-After': '10' } })
}

function notMade(cause: unknown): ApiError {
  const message =
    'The PDF could not be made; the log of the server says why. Try again, or export txt or csv instead.'
  return new ApiError('unavailable', { message, headers: { 'Retry-After': '10' }, cause })
}
