import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import {
  getCaptionsText,
  getFile,
  getVersion,
  listCaptions,
  listReviewRequests,
  listThreads,
  listVerdicts,
  listVersions,
  queryFiles,
} from '../../../operations/index.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import { detailField } from './fields.ts'
import { commentUrl, fileUrl, versionUrl } from './links.ts'
import { Note, nameOf, noteOf } from './notes.ts'

const FileState = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  noteUrl: z.string().describe('Opens a note: put its id in place of {id}.'),
  projectId: z.string().optional(),
  tag: z.string().optional(),
  status: z.string().optional(),
  revision: z.string().optional().describe('Of how many; the latest is what people review.'),
  media: z.string().optional(),
  failure: z.string().optional(),
  notes: z.array(Note).optional().describe('In the order of the file.'),
  moreNotes: z.boolean().optional(),
  captions: z.array(z.string()).optional().describe('Languages of captions.'),
  transcript: z.string().optional().describe('What is said, as WebVTT.'),
})

const Review = z.object({
  version: z
    .object({ id: z.string(), name: z.string(), status: z.string(), url: z.string(), projectId: z.string() })
    .optional(),
  verdicts: z.array(z.string()).optional(),
  asked: z.array(z.string()).optional().describe('People who were asked, and how far they are.'),
  files: z.array(FileState),
  moreFiles: z.number().optional(),
  reviews: z
    .array(z.object({ id: z.string(), name: z.string(), status: z.string() }))
    .optional()
    .describe('Reviews that contain the file.'),
  missingScopes: z.array(z.string()).optional(),
})

/** The files of a version whose comments are read: more would not fit into the answer. */
const filesRead = 5

export const getReview = defineTool({
  name: 'get_review',
  toolset: 'review',
  app: 'opens',
  description:
    'Read one file or one review (version): state, revisions, notes with replies, verdicts, who was asked, links. Use it before you comment, summarise or decide.',
  input: z.object({
    fileId: z.string().optional().describe('A file…'),
    versionId: z.string().optional().describe('…or a version.'),
    notes: z.enum(['open', 'resolved', 'all', 'none']).optional().describe('Default: open.'),
    transcript: z.string().optional().describe('Language: adds what is said.'),
    detail: detailField,
  }),
  output: Review,
  operations: [
    getFile,
    getVersion,
    listThreads,
    listVerdicts,
    listReviewRequests,
    listVersions,
    queryFiles,
    listCaptions,
    getCaptionsText,
  ],
  reads: true,
  async run(input, context) {
    const missing = context.may('comments:read') ? {} : { missingScopes: ['comments:read'] }
    if (input.versionId !== undefined) return { data: { ...(await ofVersion(input, context)), ...missing } }
    if (input.fileId === undefined)
      throw new ApiError('invalid_request', { message: 'Give fileId or versionId.' })
    return { data: { ...(await ofFile(input.fileId, input, context)), ...missing } }
  },
})

type Asked = {
  versionId?: string | undefined
  notes?: 'open' | 'resolved' | 'all' | 'none' | undefined
  transcript?: string | undefined
  detail?: 'brief' | 'full' | undefined
}

async function ofVersion(asked: Asked, context: ToolContext): Promise<z.input<typeof Review>> {
  const versionId = asked.versionId!
  const { call, may, origin } = context
  const { data: version } = await call(getVersion, { versionId })
  const [verdicts, requests] = may('projects:read')
    ? [(await call(listVerdicts, { versionId })).data, (await call(listReviewRequests, { versionId })).data]
    : [[], []]
  const files: z.input<typeof FileState>[] = []
  for (const { id } of version.files.slice(0, filesRead)) files.push(await fileState(id, asked, context))
  return {
    version: {
      ...{ id: version.id, name: version.name, status: version.status, projectId: version.project.id },
      url: versionUrl(origin, version.project.id, version.id),
    },
    verdicts: verdicts.map(verdictText),
    asked: requests.map(({ user, state }) => `${user.name}: ${state}`),
    files,
    moreFiles: Math.max(0, version.files.length - filesRead) || undefined,
  }
}

type VerdictText = {
  name: string
  agent: boolean
  verdict: string
  note: string | null
  stale: string | null
}

function verdictText({ name, agent, verdict, note, stale }: VerdictText): string {
  const reason = stale === null ? '' : ` (no longer counts: ${stale})`
  return `${nameOf(name, agent)}: ${verdict}${reason}${note ? `: ${note}` : ''}`
}

async function ofFile(fileId: string, asked: Asked, context: ToolContext): Promise<z.input<typeof Review>> {
  const file = await fileState(fileId, asked, context)
  const { call, may } = context
  if (!may('projects:read')) return { files: [file] }
  const { data } = await call(listVersions, { projectId: file.projectId!, file: { id: fileId } })
  return { files: [file], reviews: data.map(({ id, name, status }) => ({ id, name, status })) }
}

async function fileState(
  fileId: string,
  { notes = 'open', detail, transcript }: Asked,
  { call, may, origin }: ToolContext,
): Promise<z.input<typeof FileState>> {
  const { data: file } = await call(getFile, { fileId })
  const { media, failure, stack, project } = file
  const { data: revisions } = await call(queryFiles, { projectId: project.id, stack: { id: stack.id } })
  const threads =
    notes !== 'none' && may('comments:read')
      ? await call(listThreads, { fileId, ...(notes === 'all' ? {} : { resolved: notes === 'resolved' }) })
      : undefined
  const isDocument = revisions.find(({ id }) => id === fileId)?.kind === 'DOCUMENT'
  return {
    ...{ id: file.id, name: file.name, tag: file.tag, status: file.status, projectId: project.id },
    url: fileUrl(origin, file.id),
    noteUrl: commentUrl(origin, file.id),
    revision: `${stack.number} of ${Math.max(stack.number, ...revisions.map((other) => other.stack.number))}${stack.latest ? '' : ' (not the latest)'}`,
    media: media ? mediaText(media) : undefined,
    failure: failure?.message,
    notes: threads?.data.map((thread) => noteOf(thread, isDocument, detail === 'full')),
    moreNotes: threads?.page.next ? true : undefined,
    ...(media?.kind === 'VIDEO' || media?.kind === 'AUDIO' ? await spoken(fileId, transcript, call) : {}),
  }
}

/** Longer transcripts are cut: the API has all of it. */
const maxTranscript = 20_000

/** The languages of the captions, and the text of the language that was asked for. */
async function spoken(fileId: string, language: string | undefined, call: ToolContext['call']) {
  const { data } = await call(listCaptions, { fileId })
  const ready = data.captions.filter(({ state }) => state === 'READY')
  if (ready.length === 0) return {}
  const captions = ready.map(({ language: tag, label }) => (label === null ? tag : `${tag} (${label})`))
  const wanted = language?.toLowerCase()
  const found =
    wanted && ready.find(({ language: tag }) => tag.toLowerCase() === wanted || tag.split('-')[0] === wanted)
  if (!found) return { captions }
  const { data: text } = await call(getCaptionsText, { fileId, captionId: found.id, format: 'vtt' })
  return { captions, transcript: text.text.slice(0, maxTranscript) }
}

type MediaText = {
  kind: string | null
  state: string
  width: number | null
  height: number | null
  durationMs: number | null
  frameRate: string | null
  frames: number | null
  pages: number | null
}

function mediaText(media: MediaText): string {
  const { kind, state, width, height, durationMs, frameRate, frames, pages } = media
  return [
    kind?.toLowerCase(),
    width === null ? undefined : `${width} × ${height}`,
    durationMs === null ? undefined : `${durationMs / 1000} s`,
    frames === null ? undefined : `${frames} frames at ${frameRate}`,
    pages === null ? undefined : `${pages} pages`,
    state === 'READY' ? undefined : `previews: ${state}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}
