// The material that a model gets of a file: chosen images, texts, findings, open notes and earlier dismissals. Never logged.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskSpace } from '../core/disk-space.ts'
import type { Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import type { ImagePlan } from '../core/views.ts'
import type { OpenNote, ReviewImage, ReviewMaterial } from '../generation/review-prompt.ts'
import type { Measured } from '../media/checks/finding.ts'
import { loadNumbers } from '../media/checks/load-numbers.ts'
import { readSkillFrontMatter, skillText } from '../media/checks/skill-front-matter.ts'
import type { FindTools } from '../media/children/find-tools.ts'
import { chooseFrames, maxReviewImages } from '../media/review/choose-frames.ts'
import { frameDifferences } from '../media/review/frame-differences.ts'
import { fetchObject, removeScratch } from '../media/scratch.ts'
import { drawView, type FindFonts } from '../media/view/draw-view.ts'
import { shotsOf } from '../operations/files/view-shots.ts'
import { checkedFile, pageImages, type ViewedFile } from '../operations/files/viewed-file.ts'
import { waiverJoin } from '../records/checks.ts'

export type MaterialServices = {
  sql: Sql
  storage: Storage
  findTools: FindTools
  findFonts: FindFonts
  scratch: string
  space: DiskSpace
  limits: { diskBytes: number }
}

export type Asked = {
  fileId: string
  /** Identifies the scratch folder. */
  name: string
  skillId: string
  skillMarkdown: string
  brief: string | null
  /** Leaves out what people wrote about the file: an evaluation must not see the answers. */
  withoutNotes?: true
}

export type CollectedMaterial = ReviewMaterial & {
  /** Frames or pages of the images. */
  numbers: number[]
}

const maxTranscript = 30_000
const maxOpenNotes = 100
const maxDismissals = 50
const maxFindings = 100
/** Each view has a limit of bytes for all its images. */
const imagesOfView = 8
/** Texts of pages share a limit in each view. */
const textsOfView = 4
const maxTextBytes = 64 * 2 ** 20
const viewSeconds = 120
/** Longer proxies are not decoded only to find their shots. */
const maxDecodedMs = 30 * 60_000

export async function collectMaterial(
  services: MaterialServices,
  asked: Asked,
  signal: AbortSignal,
): Promise<CollectedMaterial> {
  const { sql, storage } = services
  const file = await checkedFile({ sql, storage }, asked.fileId)
  const [named] = await sql<{ name: string }>`select name from files where id = ${asked.fileId}`
  const { frames, questions } = readSkillFrontMatter(asked.skillMarkdown)
  const openNotes = asked.withoutNotes ? [] : await openNotesBefore(sql, asked.fileId)
  const findings = await findingsOf(sql, asked.fileId)
  const wanted = [...frames, ...framesOf(openNotes), ...framesOf(findings)]
  const { images, numbers } = await imagesOf(services, file, wanted, asked.name, signal)
  return {
    skill: skillText(asked.skillMarkdown),
    questions,
    brief: asked.brief,
    file: {
      name: named?.name ?? '',
      ...{ kind: file.kind, frames: file.frames, durationMs: file.durationMs, pages: file.pages },
      rate: file.num === null || file.den === null ? null : `${file.num}/${file.den}`,
    },
    images,
    numbers,
    pages: await pageTexts(services, file, signal),
    transcript: await transcriptOf(sql, asked.fileId),
    findings: findings.map(({ text }) => text),
    openNotes: openNotes.map(({ id, place, text }): OpenNote => ({ id, place, text })),
    dismissals: asked.withoutNotes ? [] : await dismissalsOf(sql, asked.fileId, asked.skillId),
  }
}

type Placed = { frame: number | null }

function framesOf(notes: readonly Placed[]): number[] {
  return notes.flatMap(({ frame }) => (frame === null ? [] : [frame]))
}

/** The open comments on the latest revision before this one. */
async function openNotesBefore(sql: Sql, fileId: string): Promise<(OpenNote & Placed)[]> {
  const rows = await sql<{ id: string; content: string; frame: number | null; anchor: number | null }>`
    select c.id, coalesce(c.content, '') as content, c.frame, c.anchor
    from files f cross join lateral (
      select b.id from files b where b.stack_id = f.stack_id and b.stack_number < f.stack_number
      order by b.stack_number desc limit 1
    ) earlier join comments c on c.file_id = earlier.id
    where f.id = ${fileId} and c.parent_id is null and c.resolved_at is null and c.deleted_at is null
    order by c.anchor nulls last, c.created_at, c.id limit ${maxOpenNotes}`
  return rows.map(({ id, content, frame, anchor }) => ({
    id,
    text: content,
    frame,
    place: frame !== null ? `frame ${frame}` : anchor !== null ? `at ${anchor}` : 'whole file',
  }))
}

type FindingRow = {
  level: string
  message: string
  frame: number | null
  last: number | null
  ms: number | null
  page: number | null
}

async function findingsOf(sql: Sql, fileId: string): Promise<({ text: string } & Placed)[]> {
  const rows = await sql<FindingRow>`
    select fi.level, fi.message, fi.first_frame as frame, fi.last_frame as last, fi.first_ms as ms, fi.page
    from files f join findings fi on fi.file_id = f.id ${waiverJoin}
    where f.id = ${fileId} and waiver.id is null order by fi.position limit ${maxFindings}`
  return rows.map(({ level, message, frame, last, ms, page }) => {
    const place =
      frame !== null
        ? `frames ${frame} to ${last}`
        : page !== null
          ? `page ${page}`
          : ms !== null
            ? `at ${ms} ms`
            : 'whole file'
    return { text: `${level}, ${place}: ${message}`, frame }
  })
}

async function dismissalsOf(
  sql: Sql,
  fileId: string,
  skillId: string,
): Promise<{ text: string; reason: string }[]> {
  return sql<{ text: string; reason: string }>`
    select d.content as text, d.reason from files f join files s on s.stack_id = f.stack_id
    join draft_notes d on d.file_id = s.id and d.state = 'DISMISSED'
    join skill_reviews r on r.id = d.skill_review_id and r.skill_id = ${skillId}
    where f.id = ${fileId} order by d.decided_at desc limit ${maxDismissals}`
}

async function transcriptOf(sql: Sql, fileId: string): Promise<string | null> {
  const cues = await sql<{ ms: number; text: string }>`
    select cue.start_ms as ms, cue.text from caption_cues cue
    where cue.caption_id = (
      select c.id from captions c where c.file_id = ${fileId} and c.state = 'READY' and c.cue_count > 0
      order by c.created_at, c.id limit 1)
    order by cue.position limit 5000`
  if (cues.length === 0) return null
  const lines = cues.map(({ ms, text }) => `[${(ms / 1000).toFixed(2)} s] ${text.replaceAll('\n', ' ')}`)
  return lines.join('\n').slice(0, maxTranscript).toWellFormed()
}

type Images = { images: ReviewImage[]; numbers: number[] }

async function imagesOf(
  services: MaterialServices,
  file: ViewedFile,
  wanted: readonly number[],
  name: string,
  signal: AbortSignal,
): Promise<Images> {
  if (file.kind === 'VIDEO') {
    const difference = await differencesOf(services, file, name, signal)
    const numbers = chooseFrames({ frames: file.timeline!.frames, difference, wanted })
    const objectId = file.preview('proxy')
    const plans = numbers.map((frame) => single({ kind: 'frame', objectId, frame }))
    const labels = numbers.map((frame) => `Frame ${frame}`)
    return { images: await draw(services, plans, labels, signal), numbers }
  }
  if (file.kind === 'DOCUMENT') {
    const pages = Array.from({ length: Math.min(file.pages ?? 0, maxReviewImages) }, (_, n) => n + 1)
    const found = await pageImages(services.sql, file.id, pages)
    const numbers = pages.filter((page) => found.has(page))
    const plans = numbers.map((page) => single({ kind: 'image', objectId: found.get(page)! }))
    const labels = numbers.map((page) => `Page ${page}`)
    return { images: await draw(services, plans, labels, signal), numbers }
  }
  const shots = shotsOf(['contact_sheet'], { file, other: undefined }, new Map())
  const plans = shots.map(({ columns, tiles }) => ({
    columns,
    tiles: tiles.flatMap(({ source, label }) =>
      source.kind === 'page' ? [] : [{ source, label, drawings: [] }],
    ),
  }))
  const labels = shots.map(({ shows }) => shows)
  return { images: await draw(services, plans, labels, signal), numbers: [] }
}

function single(source: ImagePlan['tiles'][number]['source']): ImagePlan {
  return { columns: 1, tiles: [{ source, label: null, drawings: [] }] }
}

async function draw(
  services: MaterialServices,
  plans: readonly ImagePlan[],
  labels: readonly string[],
  signal: AbortSignal,
): Promise<ReviewImage[]> {
  const images: ReviewImage[] = []
  for (let at = 0; at < plans.length; at += imagesOfView) {
    const work = { plans: plans.slice(at, at + imagesOfView), text: null }
    const drawn = await drawView(services, work, viewSeconds, signal)
    images.push(...drawn.images.map(({ data }, n) => ({ label: labels[at + n]!, data })))
  }
  return images
}

async function pageTexts(
  services: MaterialServices,
  { kind, objectId, size, pages }: ViewedFile,
  signal: AbortSignal,
): Promise<{ page: number; text: string }[]> {
  if (kind !== 'DOCUMENT' || objectId === null || (size ?? 0) > maxTextBytes) return []
  const numbers = Array.from({ length: Math.min(pages ?? 0, maxReviewImages) }, (_, n) => n + 1)
  const texts: { page: number; text: string }[] = []
  for (let at = 0; at < numbers.length; at += textsOfView) {
    const some = numbers.slice(at, at + textsOfView)
    const drawn = await drawView(
      services,
      { plans: [], text: { objectId, pages: some } },
      viewSeconds,
      signal,
    )
    texts.push(...some.map((page, n) => ({ page, text: drawn.texts[n] ?? '' })))
  }
  return texts.filter(({ text }) => text !== '')
}

/** From the numbers of the checks; without them, from the proxy. */
async function differencesOf(
  services: MaterialServices,
  file: ViewedFile,
  name: string,
  signal: AbortSignal,
): Promise<ArrayLike<number> | null> {
  const measured = await numbersOf(services, file.id)
  if (measured?.video && measured.video.frames === file.timeline!.frames) return measured.video.difference
  const proxy = file.derivatives.find((one) => one.name.startsWith('proxy.'))
  if (!proxy || file.durationMs === null || file.durationMs > maxDecodedMs) return null
  const folder = join(services.scratch, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const [object] = await services.sql<{ size: number; mimeType: string }>`
      select size, mime_type as "mimeType" from objects where id = ${proxy.objectId}`
    if (!object) return null
    const { space, limits, storage } = services
    const fetching = { maxBytes: limits.diskBytes, space, signal }
    const stored = { objectId: proxy.objectId, size: object.size }
    const source = await fetchObject(storage, stored, join(folder, 'source'), fetching)
    const seconds = 300 + file.durationMs / 1000
    const work = { source, mimeType: object.mimeType, frames: file.timeline!.frames, seconds, folder, signal }
    return await frameDifferences(services.findTools, work)
  } finally {
    await removeScratch(folder)
  }
}

/** The numbers that the checks have measured; undefined if there are none. */
export async function numbersOf(
  { sql, storage }: Pick<MaterialServices, 'sql' | 'storage'>,
  fileId: string,
): Promise<Measured | undefined> {
  return (await loadNumbers(sql, storage, fileId))?.measured
}
