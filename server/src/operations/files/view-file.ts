import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId, FileId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { type Tile, type ViewWork, viewLimits } from '../../core/views.ts'
import type { Annotation } from '../../records/annotation.ts'
import { placeForms, readPlaces, type ViewPlace } from './view-places.ts'
import { firstFrame, type Shot, type ShotTile, shotsOf } from './view-shots.ts'
import { comparedFile, drawingsOf, pageImages, type ViewedFile, viewedFile } from './viewed-file.ts'

const { images: maxImages } = viewLimits

const ViewImage = z
  .object({
    data: z.string().describe('The image as JPEG, in base64.'),
    width: z.int(),
    height: z.int(),
    shows: z.string().describe('What the image shows, such as `frame 120, 00:00:04:20`.'),
    frame: z.int().nullable().describe('Frame of a video, counted from 0.'),
    timecode: z.string().nullable(),
    ms: z.int().nullable().describe('First millisecond in which the frame is shown.'),
    page: z.int().nullable(),
    commentIds: z
      .array(CommentId)
      .describe('Comments on what the image shows. Drawings are numbered in this order, from 1.'),
    text: z.string().nullable().describe('Text of the page of a document, at most 6,000 characters.'),
  })
  .meta({ id: 'ViewImage' })

export const viewFile = defineOperation({
  http: 'QUERY /api/files/:fileId/view',
  client: 'files.view',
  summary:
    'Look at a file: exact frames of a video, pages of a document with their text, an image, the waveform of audio, a 3D model from six sides. Returns JPEG images in base64.',

  scope: 'files:read',
  project: 'fileId',
  roles: anyRole,
  tier: 2,

  input: z.strictObject({
    fileId: FileId,
    at: z
      .array(z.string().max(40))
      .min(1)
      .max(maxImages, `At most ${maxImages} places in one call: ${maxImages} images is the limit.`)
      .nullish()
      .describe(
        `Places to look at, at most ${maxImages}: ${placeForms}. Defaults to a contact sheet or, with \`drawings\`, to the places that were drawn on.`,
      ),
    compareWith: z
      .strictObject({ id: FileId })
      .nullish()
      .describe('Another file or revision of the same kind, shown on the right at the same places.'),
    drawings: z
      .boolean()
      .nullish()
      .describe('true: draw the drawings of comments on the images. Needs the scope comments:read.'),
  }),
  output: [
    200,
    z.object({
      images: z
        .array(ViewImage)
        .describe('At most 8, with a longest edge of at most 1,568 pixels and 700 KB of base64 together.'),
    }),
  ],

  conflicts: ['file_not_ready', 'not_viewable'],

  joinsAccess: true,
  async prepare({ fileId, at, compareWith, drawings }, { sql, access, caller, storage, views, gone }) {
    if (drawings && !caller.scopes.has('comments:read')) throw needsComments()
    const viewing = { sql, storage, caller }
    const file = await viewedFile(viewing, fileId, access)
    const other = compareWith ? await comparedFile(viewing, compareWith.id) : undefined
    if (other && other.kind !== file.kind) throw otherKind(file)
    const places = at ? readPlaces(at, file) : defaultPlaces(file, drawings ?? false)
    const onModel =
      file.kind === 'MODEL' && drawings ? await drawingsOf(sql, drawnIds(file.comments)) : new Map()
    const shots = shotsOf(places, { file, other }, onModel)
    if (shots.length > maxImages) throw tooManyImages(shots.length)
    const work = await workOf(sql, shots, drawings ?? false)
    const text = textOf(file, shots)
    const { images, texts } = await views.draw({ ...work, text }, caller.userId, gone())
    return {
      images: images.map(({ data, width, height }, n) => {
        const { shows, frame, timecode, ms, page, tiles } = shots[n]!
        const found = text?.pages.indexOf(page ?? 0) ?? -1
        return {
          data: Buffer.from(data).toString('base64'),
          ...{ width, height, shows, frame, timecode, ms, page },
          commentIds: idsOf(tiles),
          text: found < 0 ? null : (texts[found] ?? null),
        }
      }),
    }
  },
  handler: (_input, _context, prepared) => prepared,
})

/** Of more comments on one image, the others are neither listed nor drawn. */
const maxListed = 50

function idsOf(tiles: readonly ShotTile[]): string[] {
  return [...new Set(tiles.flatMap(({ comments }) => comments.map(({ id }) => id)))].slice(0, maxListed)
}

function drawnIds(comments: ShotTile['comments']): string[] {
  return comments.flatMap(({ id, drawn }) => (drawn ? [id] : [])).slice(0, maxListed)
}

function defaultPlaces(file: ViewedFile, drawings: boolean): ViewPlace[] {
  const drawn = drawings ? file.comments.filter((comment) => comment.drawn) : []
  const distinct = (numbers: (number | null)[]) =>
    [...new Set(numbers)]
      .filter((number) => number !== null)
      .sort((a, b) => a - b)
      .slice(0, maxImages)
  if (file.kind === 'VIDEO' && file.timeline) {
    const frames = distinct(drawn.map((comment) => firstFrame(comment, file)))
    if (frames.length > 0) return frames.map((frame) => ({ frame }))
  }
  if (file.kind === 'DOCUMENT') {
    const pages = file.pages === 1 ? [1] : distinct(drawn.map(({ anchor }) => anchor))
    if (pages.length > 0) return pages.map((page) => ({ page }))
  }
  return ['contact_sheet']
}

/** Looks up the drawings and the images of pages. */
async function workOf(sql: Sql, shots: readonly Shot[], drawings: boolean): Promise<Pick<ViewWork, 'plans'>> {
  const tiles = shots.flatMap((shot) => shot.tiles)
  const shown = drawings ? tiles.flatMap(({ drawn }) => drawnIds(drawn)) : []
  const annotations = await drawingsOf(sql, [...new Set(shown)])
  const images = new Map<ViewedFile, Map<number, string>>()
  for (const file of new Set(tiles.map((tile) => tile.file))) {
    const pages = tiles.flatMap((tile) =>
      tile.file === file && tile.source.kind === 'page' ? [tile.source.page] : [],
    )
    if (pages.length > 0) images.set(file, await pageImages(sql, file.id, pages))
  }
  const plans = shots.map(({ columns, tiles: parts }) => {
    const ids = idsOf(parts)
    return { columns, tiles: parts.map((tile) => tileOf(tile, images, annotations, ids)) }
  })
  return { plans }
}

function tileOf(
  { file, source, label, drawn }: ShotTile,
  images: ReadonlyMap<ViewedFile, ReadonlyMap<number, string>>,
  annotations: ReadonlyMap<string, Annotation>,
  ids: readonly string[],
): Tile {
  const drawings = drawn.flatMap(({ id }) => {
    const shapes = annotations.get(id)?.shapes ?? []
    return shapes.length > 0 && ids.includes(id) ? [{ number: ids.indexOf(id) + 1, shapes }] : []
  })
  if (source.kind !== 'page') return { source, label, drawings }
  const objectId = images.get(file)?.get(source.page)
  if (objectId === undefined) throw noPage(file, source.page)
  return { source: { kind: 'image', objectId }, label, drawings }
}

/** The text of larger documents is not read on request. */
const maxTextBytes = 64 * 2 ** 20

function textOf({ kind, objectId, size }: ViewedFile, shots: readonly Shot[]): ViewWork['text'] {
  const pages = [...new Set(shots.flatMap(({ page }) => (page === null ? [] : [page])))]
  if (kind !== 'DOCUMENT' || objectId === null || (size ?? 0) > maxTextBytes || pages.length === 0)
    return null
  return { objectId, pages }
}

function noPage({ state }: ViewedFile, page: number): ApiError {
  if (state === 'READY' || state === 'FAILED')
    return new ApiError('not_viewable', {
      message: `There is no image of page ${page}: it is broken, or beyond page 500.`,
    })
  return new ApiError('file_not_ready', { message: `Page ${page} is not drawn yet. Try again in a moment.` })
}

function needsComments(): ApiError {
  const message = 'Drawings belong to comments: the credential lacks the scope comments:read.'
  const challenge = 'Bearer error="insufficient_scope", scope="comments:read"'
  return new ApiError('insufficient_scope', { message, headers: { 'WWW-Authenticate': challenge } })
}

function otherKind({ kind }: ViewedFile): ApiError {
  const message = `Must be a file of the same kind as this one, which is ${kind}.`
  return new ApiError('invalid_request', {
    errors: [{ path: '/compareWith/id', code: 'unexpected', message }],
  })
}

function tooManyImages(count: number): ApiError {
  const message = `This makes ${count} images; the limit is ${maxImages}.`
  return new ApiError('invalid_request', { errors: [{ path: '/at', code: 'too_big', message }] })
}
