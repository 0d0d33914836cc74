// The data of the review card. `get_review` returns the same in few words, for a model; a page needs numbers.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import {
  getFile,
  getProject,
  getVersion,
  listThreads,
  listVerdicts,
  listVersions,
} from '../../../operations/index.ts'
import type { FileDetails } from '../../../records/file.ts'
import type { CommentThread } from '../../../records/thread.ts'
import { type ReviewRule, reviewStatuses } from '../../../records/version.ts'
import type { ToolContext } from './define-tool.ts'
import { commentUrl, fileUrl, versionUrl } from './links.ts'

const Reply = z.object({
  id: z.string(),
  author: z.string().nullable(),
  agent: z.boolean(),
  text: z.string().nullable(),
  createdAt: z.string(),
})

const Note = Reply.extend({
  file: z.string(),
  at: z
    .object({ frame: z.number(), timecode: z.string(), ms: z.number(), page: z.number() })
    .partial()
    .describe('Empty for a note on the whole file.'),
  drawing: z.boolean(),
  resolved: z.boolean(),
  replies: z.array(Reply),
  earlierReplies: z.number(),
  url: z.string(),
})

export const CardData = z.object({
  review: z
    .object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      takesVerdicts: z.boolean(),
      allowed: z.boolean().describe('Whether the person lets this connection give verdicts.'),
    })
    .optional(),
  project: z.object({ name: z.string() }).optional(),
  url: z.string(),
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string().nullable(),
      revision: z.number(),
      latest: z.boolean(),
      url: z.string(),
    }),
  ),
  moreFiles: z.number(),
  notes: z.array(Note),
  moreNotes: z.boolean(),
  verdicts: z.array(
    z.object({
      name: z.string(),
      you: z.boolean(),
      verdict: z.string(),
      note: z.string().nullable(),
      agent: z.boolean(),
      stale: z.string().nullable(),
      ignored: z.boolean().describe('Whether the review rule does not count it, although it is not stale.'),
      givenAt: z.string(),
    }),
  ),
  state: z.string().describe('Changes with everything that a verdict depends on.'),
})
export type CardData = z.input<typeof CardData>

export const cardOperations = [
  getFile,
  getVersion,
  listThreads,
  listVerdicts,
  listVersions,
  getProject,
] as const

export const cardInput = {
  fileId: z.string().optional().describe('A file…'),
  versionId: z.string().optional().describe('…or a version.'),
}

type Asked = { fileId?: string | undefined; versionId?: string | undefined }
type Context = Pick<ToolContext, 'call' | 'may' | 'origin' | 'caller'>
type Details = z.output<typeof FileDetails>

/** As many as `get_review` reads. */
const filesRead = 5

export async function cardData(asked: Asked, context: Context): Promise<CardData> {
  const { call, origin, caller } = context
  if (asked.fileId === undefined && asked.versionId === undefined)
    throw new ApiError('invalid_request', { message: 'Give fileId or versionId.' })
  const given = asked.versionId === undefined ? await readFile(asked.fileId!, context) : undefined
  const versionId = asked.versionId ?? (given && (await reviewOf(given, context)))
  if (versionId === undefined) {
    const { notes, more } = await notesOn([given!], context)
    return {
      ...{ files: [fileRow(given!, origin)], moreFiles: 0, notes, moreNotes: more, verdicts: [] },
      ...{ url: fileUrl(origin, given!.id), state: stateOf(undefined, [given!]) },
    }
  }
  const { data: version } = await call(getVersion, { versionId })
  const files = await Promise.all(
    inView(version.files, given?.id).map((id) => (id === given?.id ? given : readFile(id, context))),
  )
  const { data: verdicts } = await call(listVerdicts, { versionId })
  const { data: project } = await call(getProject, { projectId: version.project.id })
  const { notes, more } = await notesOn(files, context)
  const { id, name, status } = version
  return {
    review: {
      ...{ id, name, status, takesVerdicts: reviewStatuses.includes(status) },
      allowed: !caller.forbidden.has('giveVerdicts'),
    },
    project: { name: project.name },
    url: versionUrl(origin, version.project.id, id),
    files: files.map((file) => fileRow(file, origin)),
    ...{ moreFiles: version.files.length - files.length, notes, moreNotes: more },
    verdicts: verdicts.map(({ user, name, verdict, note, agent, stale, givenAt }) => ({
      ...{ name, you: user?.id === caller.userId, verdict, note, agent, stale, givenAt },
      ignored:
        stale === null && isIgnored({ user, agent }, version.reviewRule ?? project.reviewRule, project),
    })),
    state: stateOf(version, files),
  }
}

function isIgnored(
  { user, agent }: { user: { id: string } | null; agent: boolean },
  rule: z.output<typeof ReviewRule>,
  { agentVerdictsCount }: { agentVerdictsCount: boolean },
): boolean {
  if (agent && !agentVerdictsCount) return true
  return rule.type === 'NAMED_PERSON' && user?.id !== rule.user?.id
}

/** The file that was asked for first, then the others in their order. */
function inView(files: readonly { id: string }[], first: string | undefined): string[] {
  const ids = files.map(({ id }) => id)
  return [...(first === undefined ? [] : [first]), ...ids.filter((id) => id !== first)].slice(0, filesRead)
}

async function readFile(fileId: string, { call }: Context): Promise<Details> {
  const { data } = await call(getFile, { fileId })
  return data as Details
}

/** The review of a file: the newest that takes verdicts, else the newest. */
async function reviewOf(file: Details, { call, may }: Context): Promise<string | undefined> {
  if (!may('projects:read')) return undefined
  const { data } = await call(listVersions, { projectId: file.project.id, file: { id: file.id } })
  return (data.find(({ status }) => reviewStatuses.includes(status)) ?? data[0])?.id
}

/** The state of these files of a review now. */
export async function reviewState(versionId: string, fileIds: readonly string[], context: Context) {
  const { data: version } = await context.call(getVersion, { versionId })
  return stateOf(version, await Promise.all(fileIds.map((id) => readFile(id, context))))
}

/**
 * The same as long as a verdict means the same: the status of the review, its files, the revisions of those that are shown,
 * and whether these are the latest.
 */
function stateOf(
  version: { status: string; files: readonly { id: string }[] } | undefined,
  shown: readonly Details[],
): string {
  const files = shown.map(({ id, stack, status }) => [id, stack.number, stack.latest, status])
  const state = [version?.status, version?.files.map(({ id }) => id), files]
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16)
}

function fileRow({ id, name, media, stack }: Details, origin: string): CardData['files'][number] {
  const kind = media?.kind?.toLowerCase() ?? null
  return { id, name, kind, revision: stack.number, latest: stack.latest, url: fileUrl(origin, id) }
}

async function notesOn(files: readonly Details[], { call, may, origin }: Context) {
  if (!may('comments:read')) return { notes: [], more: false }
  const pages = await Promise.all(
    files.map(async (file) => {
      const { data, page } = await call(listThreads, { fileId: file.id })
      return { notes: data.map((thread) => noteOf(thread, file, origin)), more: page.next !== null }
    }),
  )
  return { notes: pages.flatMap(({ notes }) => notes), more: pages.some(({ more }) => more) }
}

function noteOf(thread: CommentThread, file: Details, origin: string): CardData['notes'][number] {
  const { id, content, author, agent, createdAt, shapes, resolvedAt, replies, replyCount } = thread
  return {
    ...{ id, file: file.id, author: author?.name ?? null, agent, text: content, createdAt },
    at: placeOf(thread, file),
    drawing: shapes.length > 0,
    resolved: resolvedAt !== null,
    replies: replies.map(({ content: text, ...reply }) => ({ ...reply, text })),
    earlierReplies: replyCount - replies.length,
    url: commentUrl(origin, file.id).replace('{id}', id),
  }
}

function placeOf(
  { anchor, frame, timecode }: CommentThread,
  { media }: Details,
): CardData['notes'][number]['at'] {
  if (media?.kind === 'DOCUMENT') return anchor === null ? {} : { page: anchor }
  return {
    ...(anchor === null ? {} : { ms: anchor }),
    ...(frame === null ? {} : { frame }),
    ...(frame === null || timecode === null ? {} : { timecode }),
  }
}
