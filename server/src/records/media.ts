// The media facts of a file, and the URLs of its derivatives. A URL stays the same for a day, so that browser caches work,
// and is valid until the end of the next day.
import { z } from 'zod'
import { partFrames, renditionName, rungNames, rungsOf } from '../core/renditions.ts'
import type { UrlSigner } from '../core/signed-urls.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import type { FileUrls } from '../core/storage.ts'
import { AudioTrack, Loudness } from './audio-track.ts'
import { sourceTimecodeSql } from './timecode.ts'

const bitRate = z.int().nullable().describe('Bits per second.')

const MediaTechnical = z
  .object({
    container: z.string().nullable().describe('Name of the container, such as QuickTime or MP4.'),
    bitRate: z.int().nullable().describe('Bits per second of all tracks together.'),
    timecode: z.string().nullable().describe('Source timecode of the first frame, such as 10:00:00:00.'),
    reel: z.string().nullable().describe('Reel name.'),
    video: z
      .object({
        codec: z.string().describe('Codec, such as h264, hevc or prores.'),
        profile: z.string().nullable(),
        level: z.string().nullable().describe('Such as 4.1.'),
        bitDepth: z.int().nullable().describe('Bits per sample.'),
        chroma: z.string().nullable().describe('Chroma subsampling, such as 4:2:2.'),
        pixelFormat: z.string().nullable().describe("ffmpeg's name of the pixel format."),
        bitRate,
        interlaced: z.boolean().nullable(),
        variableFrameRate: z.boolean(),
        colour: z.object({
          primaries: z.string().nullable().describe('Such as bt709 or bt2020.'),
          transfer: z.string().nullable().describe('Such as bt709, smpte2084 or arib-std-b67.'),
          matrix: z.string().nullable(),
          range: z.enum(['limited', 'full']).nullable(),
          hdr: z.enum(['HDR10', 'HLG', 'Dolby Vision']).nullable().describe('null: standard dynamic range.'),
        }),
      })
      .nullable()
      .describe('The main video track.'),
    audio: z
      .array(
        z.object({
          codec: z.string().describe('Codec, such as aac or pcm_s24le.'),
          channels: z.int().nullable(),
          layout: z.string().nullable().describe('Such as stereo or 5.1.'),
          sampleRate: z.int().nullable().describe('In hertz.'),
          bitDepth: z.int().nullable(),
          bitRate,
        }),
      )
      .describe('Every audio track, at most 32.'),
    image: z
      .object({
        format: z.string().describe('Image format, such as png or jpeg.'),
        colourSpace: z.string().nullable().describe('Such as srgb or cmyk.'),
        profile: z.string().nullable().describe('Name of the embedded colour profile.'),
        bitDepth: z.int().nullable().describe('Bits per sample.'),
        alpha: z.boolean(),
      })
      .nullable(),
    document: z
      .object({
        pdfVersion: z.string().nullable(),
        pageWidth: z.int().describe('Width of the first page, in points.'),
        pageHeight: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'MediaTechnical' })

const SourceTimecode = z
  .object({
    start: z
      .string()
      .describe(
        'Of the first frame, such as 10:00:00:00, or 10:00:00;00 with drop frames. On audio, 10:00:00.000.',
      ),
    dropFrame: z.boolean().describe('Whether the timecode skips numbers to stay in step with the clock.'),
    startFrame: z.int().nullable().describe('Frames from 00:00:00:00 to the first frame; null for audio.'),
    startMs: z.int().nullable().describe('Milliseconds from midnight to the first sample; null for video.'),
    startSample: z.int().nullable().describe('Samples since midnight (Broadcast Wave).'),
  })
  .meta({ id: 'SourceTimecode' })

const Rendition = z
  .object({
    name: z.enum(rungNames).describe('540p, 1080p or 2160p: the short side has at most so many pixels.'),
    width: z.int(),
    height: z.int(),
    bitRate: z.int().describe('Bits per second on average, audio included.'),
    url: z.string(),
  })
  .meta({ id: 'Rendition' })

const PartialProxy = z
  .object({
    frames: z.int().describe('Number of frames that can be played, from the first frame on.'),
    mimeType: z.string().describe('Content type with codecs, as `MediaSource.addSourceBuffer` takes it.'),
    parts: z
      .array(
        z.object({
          firstFrame: z.int(),
          frames: z.int(),
          url: z.string().describe('URL of a fragmented MP4 whose times continue those of the part before.'),
        }),
      )
      .describe('In order, without gaps.'),
  })
  .meta({ id: 'PartialProxy' })

const url = (what: string) => z.string().nullable().describe(`URL of ${what}; null until it exists.`)

export const Media = z
  .object({
    state: z
      .enum(['PENDING', 'PROCESSING', 'READY', 'FAILED'])
      .describe(
        'PENDING: waiting in the queue. FAILED: see `failure`; derivatives made before the failure are available.',
      ),
    kind: z
      .enum(['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'MODEL'])
      .nullable()
      .describe(
        'Kind of media. This and the fields below are null until the file is probed, and where they do not apply.',
      ),
    width: z.int().nullable().describe('Width in pixels as displayed: upright, with square pixels.'),
    height: z.int().nullable(),
    durationMs: z.int().nullable(),
    frameRate: z
      .string()
      .nullable()
      .describe(
        'Frames per second as an exact fraction, such as 24000/1001; the average if the frame rate varies.',
      ),
    frames: z.int().nullable().describe('Exact number of frames.'),
    pages: z.int().nullable(),
    hasAudio: z.boolean().nullable(),
    audioTracks: z
      .array(AudioTrack)
      .describe(
        'Audio tracks, at most 32. Tracks of one channel each are channels of one track; more than eight are listed in parts.',
      ),
    loudness: Loudness.nullable().describe(
      'Loudness of the track that the proxy plays, in its own channels; null until it is measured, and for silence.',
    ),
    timecode: SourceTimecode.nullable().describe(
      'Source timecode; null if the file has none, or its frame rate varies.',
    ),
    technical: MediaTechnical.nullable().describe(
      'Technical metadata of the file; null until it is probed, and for 3D models.',
    ),
    sha256: z
      .string()
      .nullable()
      .describe('SHA-256 of the original, in hexadecimal; null until processing is complete.'),
    thumbnail: url('a small image'),
    poster: url('the first frame of a video, in full size'),
    preview: url('an image that every browser can show'),
    sprite: url('a WebVTT file with thumbnails along the timeline'),
    waveform: url('the audio peaks, as JSON'),
    proxy: url('the video or audio in a format that every browser can play'),
    renditions: z
      .array(Rendition)
      .describe(
        'The video in several sizes with the same frames, smallest first. Includes the proxy; empty until it exists.',
      ),
    originalPlays: z
      .boolean()
      .nullable()
      .describe(
        'Whether browsers can play the original and show the same frame numbers: H.264 and AAC with a constant frame rate.',
      ),
    partial: PartialProxy.nullable().describe(
      'The finished part of a proxy that is being made; null if the proxy exists or no part is finished.',
    ),
    pageManifest: url('a JSON list of the pages and their images'),
    frameTable: url('the start time of each frame, as JSON, if the frame rate varies'),
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Progress of processing from 0 to 1; null before it starts.'),
    stage: z.string().nullable().describe('Current step of processing.'),
    position: z.int().nullable().describe('Number of files ahead in the queue; null unless PENDING.'),
    failure: z
      .object({ code: z.string(), message: z.string(), retryable: z.boolean() })
      .nullable()
      .describe('Why the state is FAILED.'),
  })
  .meta({ id: 'Media' })

/** Allowed names of derivatives: nothing to escape, one folder at most. */
export const derivativeName = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9-]+)?\.[a-z0-9]+$/

/** Derivatives that a file links to: their names up to the dot, and the fields of the links. */
const links = {
  thumbnail: 'thumbnail',
  poster: 'poster',
  preview: 'preview',
  sprite: 'sprite',
  waveform: 'waveform',
  proxy: 'proxy',
  pages: 'pageManifest',
  frames: 'frameTable',
} as const

type Links = Record<(typeof links)[keyof typeof links], string | null>

/** `size` in bytes, where it is needed. */
export type Derivative = { name: string; objectId: string; mimeType: string; size?: number }

export type MediaRow = Omit<
  z.output<typeof Media>,
  keyof Links | 'renditions' | 'partial' | 'audioTracks'
> & {
  audioTracks: readonly Omit<z.output<typeof AudioTrack>, 'url'>[]
  derivatives: readonly Derivative[]
  /** Of a proxy that is being made; null for none. */
  parts: readonly Derivative[] | null
}

/** `media m` as one JSON value with the derivatives instead of URLs; null for files without previews. */
export const mediaColumn = fragment`case when m.file_id is not null then json_build_object(
    'state', m.state, 'kind', m.kind, 'width', m.width, 'height', m.height, 'durationMs', m.duration_ms,
    'frameRate', m.frame_rate_num || '/' || m.frame_rate_den, 'frames', m.frames, 'pages', m.pages,
    'hasAudio', m.has_audio, 'audioTracks', coalesce(m.audio_tracks, '[]'), 'loudness', m.loudness, 'originalPlays', m.original_plays,
    'timecode', ${verbatim(sourceTimecodeSql('m'))}, 'technical', m.technical, 'sha256', m.sha256, 'progress', m.progress, 'stage', m.stage,
    'position', case when m.state = 'PENDING' then (select count(*) from media before
      where before.state = 'PENDING' and before.lane = m.lane
        and (before.priority, before.queued_at, before.file_id) < (m.priority, m.queued_at, m.file_id)) end,
    'failure', case when m.state = 'FAILED' then json_build_object(
      'code', m.failure_code, 'message', m.failure_message, 'retryable', m.failure_retryable) end,
    'derivatives', coalesce((
      select json_agg(json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type, 'size', o.size))
      from media_derivatives d join objects o on o.id = d.object_id
      where d.file_id = m.file_id and d.name not like '%/%'), '[]'),
    'parts', case when m.kind = 'VIDEO' and m.state <> 'READY' then (
      select json_agg(json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type))
      from media_derivatives d join objects o on o.id = d.object_id
      where d.file_id = m.file_id and d.name like 'parts/%') end) end`

/** The thumbnail `t` of `files f`. */
export const thumbnailJoin = fragment`left join lateral (
    select d.object_id, d.name, o.mime_type from media_derivatives d join objects o on o.id = d.object_id
    where d.file_id = f.id and d.name like 'thumbnail.%'
  ) t on true`

export type MediaUrls = { storage: FileUrls; urls: UrlSigner }

export async function mediaRecord(
  fileId: string,
  { derivatives, parts, audioTracks, ...known }: MediaRow,
  services: MediaUrls,
): Promise<z.output<typeof Media>> {
  const urlOf = async (stem: string) => {
    const found = derivatives.find(({ name }) => name.startsWith(`${stem}.`))
    return found ? derivativeUrl(fileId, found, services) : null
  }
  const linked = Object.entries(links).map(async ([stem, field]) => [field, await urlOf(stem)] as const)
  const fields = Object.fromEntries(await Promise.all(linked)) as Links
  const tracks = audioTracks.map(async (track) => ({ ...track, url: await urlOf(`track-${track.index}`) }))
  return {
    ...known,
    ...fields,
    audioTracks: await Promise.all(tracks),
    renditions: await renditionsOf({ ...known, derivatives }, services),
    partial: fields.proxy === null ? await partialOf(parts ?? [], services) : null,
  }
}

/** The sizes that exist; none without a proxy, whose frames they repeat. */
async function renditionsOf(
  { kind, width, height, durationMs, derivatives }: Omit<MediaRow, 'parts' | 'audioTracks'>,
  { storage }: MediaUrls,
): Promise<z.output<typeof Rendition>[]> {
  const proxy = derivatives.find(({ name }) => name.startsWith('proxy.'))
  if (kind !== 'VIDEO' || width === null || height === null || !proxy) return []
  const found = rungsOf({ width, height }).flatMap(({ isProxy, ...rung }) => {
    const one = isProxy ? proxy : derivatives.find(({ name }) => name === renditionName(rung.name))
    return one ? [{ rung, one }] : []
  })
  return Promise.all(
    found.map(async ({ rung, one }) => ({
      ...rung,
      bitRate: Math.round(((one.size ?? 0) * 8000) / Math.max(1, durationMs ?? 0)),
      url: await pictureUrl(storage, one),
    })),
  )
}

/** The parts from the first frame on, as far as they follow each other. */
async function partialOf(
  stored: readonly Derivative[],
  { storage }: MediaUrls,
): Promise<z.output<typeof PartialProxy> | null> {
  const byStart = new Map(stored.map((part) => [partFrames(part.name)?.firstFrame, part]))
  const parts: z.output<typeof PartialProxy>['parts'] = []
  let frames = 0
  for (let part = byStart.get(0); part; part = byStart.get(frames)) {
    const covered = partFrames(part.name)!
    parts.push({ ...covered, url: await pictureUrl(storage, part) })
    frames += covered.frames
  }
  const mimeType = byStart.get(0)?.mimeType
  return mimeType === undefined ? null : { frames, mimeType, parts }
}

/** Images, video and audio are served by storage; manifests, which name other files or are read by pages, by our route. */
async function derivativeUrl(fileId: string, derivative: Derivative, { storage, urls }: MediaUrls) {
  if (isManifest(derivative.mimeType)) return manifestUrl(urls, fileId, derivative)
  return pictureUrl(storage, derivative)
}

export function isManifest(mimeType: string): boolean {
  return mimeType.startsWith('text/') || mimeType === 'application/json'
}

export function manifestUrl(
  urls: UrlSigner,
  fileId: string,
  { objectId, name }: Pick<Derivative, 'objectId' | 'name'>,
): string {
  return `${manifestFolder(urls, fileId, objectId)}/${name}`
}

/**
 * Marks the place of a URL in JSON text that Postgres writes: Postgres cannot sign. JSON text has no such character, not
 * even in a string, where it is escaped.
 */
const mark = '\u0001'

/** JSON text with the place of the thumbnail `t`, as SQL. */
export const thumbnailText = fragment`case when t.object_id is null then 'null' else ${pictureText('t', 't')} end`

/** JSON text with the place of an image: a derivative, whose object has the content type. */
export function pictureText(derivative: string, object: string): Fragment {
  return verbatim(
    `concat(E'"\\x01picture ', ${derivative}.object_id, ' ', ${object}.mime_type, ' ', ${derivative}.name, E'\\x01"')`,
  )
}

/** JSON text with the place of a manifest of `files f`, as SQL. */
export function manifestText(objectId: string, name: string): Fragment {
  return fragment`case when ${verbatim(objectId)} is null then 'null'
    else concat(E'"\\x01manifest ', ${verbatim(objectId)}, ' ', f.id, ' ${verbatim(name)}', E'\\x01"') end`
}

/** Replaces the places of URLs by signed URLs. Each is signed once an hour: that takes 10 µs, as long as the rest of a row. */
export async function withUrls(text: string, services: MediaUrls): Promise<string> {
  const parts = text.split(mark)
  const known = signedUrls(services)
  for (let i = 1; i < parts.length; i += 2) {
    const place = parts[i]!
    let url = known.get(place)
    if (url === undefined) {
      url = await urlAt(place, services)
      known.set(place, url)
    }
    parts[i] = url
  }
  return parts.join('')
}

/** The same for the bytes of the text, which are decoded only when they have places. */
export async function bytesWithUrls(text: Buffer | null, services: MediaUrls): Promise<Buffer | null> {
  return text?.includes(mark) ? Buffer.from(await withUrls(text.toString(), services)) : text
}

function urlAt(place: string, { storage, urls }: MediaUrls): string | Promise<string> {
  const [kind, objectId, second, name] = place.split(' ') as [string, string, string, string]
  if (kind === 'manifest') return manifestUrl(urls, second, { objectId, name })
  return pictureUrl(storage, { objectId, name, mimeType: second })
}

const maxSignedUrls = 50_000
const hourMs = 60 * 60 * 1000
const signed = new WeakMap<FileUrls, { hour: number; urls: Map<string, string> }>()

/** The URLs that were signed in this hour, for this storage. A full list is emptied: it fills again within a few requests. */
function signedUrls({ storage }: MediaUrls): Map<string, string> {
  const hour = Math.floor(Date.now() / hourMs)
  let list = signed.get(storage)
  if (list?.hour !== hour || list.urls.size > maxSignedUrls) {
    list = { hour, urls: new Map() }
    signed.set(storage, list)
  }
  return list.urls
}

export function pictureUrl(storage: FileUrls, { objectId, name, mimeType }: Derivative): Promise<string> {
  return storage.downloadUrl(objectId, { fileName: name, mimeType, inline: true, ...dailyExpiry() })
}

/** The URL of an image that a manifest names: it ends when that of the manifest does. */
export function namedPictureUrl(
  storage: FileUrls,
  { objectId, name, mimeType }: Derivative,
  expires: number,
): Promise<string> {
  const { seconds } = dailyExpiry()
  const from = new Date((expires - seconds) * 1000)
  return storage.downloadUrl(objectId, { fileName: name, mimeType, inline: true, seconds, from })
}

const day = 24 * 60 * 60

function dailyExpiry(): { seconds: number; from: Date } {
  const from = new Date(Math.floor(Date.now() / (day * 1000)) * day * 1000)
  return { seconds: 2 * day, from }
}

export const mediaPath = '/media'

/**
 * The folder URL of a manifest and of the files that it names. The signature is part of the path, so that relative names
 * work in any player. The path contains the id of the manifest, so that it can be cached forever.
 */
function manifestFolder(urls: UrlSigner, fileId: string, objectId: string): string {
  const { seconds, from } = dailyExpiry()
  const signed = new URL(urls.sign(`${mediaPath}/${fileId}/${objectId}`, {}, seconds, from))
  const { expires, signature } = Object.fromEntries(signed.searchParams)
  return `${signed.origin}${signed.pathname}/${expires}.${signature}`
}

/** Throws 403 unless the folder URL is signed and has not expired. */
export function verifyManifestFolder(
  urls: UrlSigner,
  fileId: string,
  objectId: string,
  permit: string,
): void {
  const [expires, signature] = permit.split('.', 2)
  urls.verify(`${mediaPath}/${fileId}/${objectId}`, { expires, signature })
}
