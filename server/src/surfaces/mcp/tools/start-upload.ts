import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import {
  completeUpload,
  getFile,
  resumeUpload,
  startUpload as startOperation,
  uploadFromUrl as urlOperation,
} from '../../../operations/index.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import { fileUrl } from './links.ts'

/** Addresses at a time: each has some 300 characters. */
const shownParts = 10

const place = {
  folderId: z.string().optional().describe('Default: the root of the project.'),
  replacesFileId: z.string().optional().describe('The file that this is a new revision of.'),
}

const reference = (id: string | undefined) => (id === undefined ? undefined : { id })

export const startUpload = defineTool({
  name: 'start_upload',
  toolset: 'manage',
  description:
    'Upload a file that you have. Call it with project, name and size, PUT the bytes to the addresses that it returns (curl -T), and call it again with fileId to complete. Use upload_from_url for files on the web.',
  input: z.object({
    projectId: z.string().optional().describe('To start: project ID…'),
    name: z.string().optional().describe('…name with extension…'),
    size: z.int().optional().describe('…and bytes.'),
    ...place,
    fileId: z.string().optional().describe('To complete, or to get the addresses of the rest.'),
  }),
  output: z.object({
    fileId: z.string(),
    complete: z.boolean(),
    parts: z
      .array(z.object({ from: z.number(), bytes: z.number(), putTo: z.string() }))
      .optional()
      .describe('Send `bytes` bytes, from byte `from` of the file on, to each address.'),
    next: z.string(),
    url: z.string(),
  }),
  operations: [startOperation, resumeUpload, completeUpload, getFile],
  also: ['files:read'],
  async run({ projectId, name, size, folderId, replacesFileId, fileId }, context) {
    const { call } = context
    if (fileId !== undefined) return resume(fileId, context)
    if (projectId === undefined || name === undefined || size === undefined)
      throw new ApiError('invalid_request', { message: 'Give projectId, name and size, or fileId.' })
    const targets = { folder: reference(folderId), replaces: reference(replacesFileId) }
    const { data } = await call(startOperation, { projectId, name, size, ...targets })
    return { data: open(context, data.id, data.parts, partsOf(data.parts.length, size)) }
  },
})

type Part = { partNumber: number; url: string }
type Span = { from: number; bytes: number }

/** All parts have the same size, except for the last. */
function partsOf(count: number, size: number): Span[] {
  const bytes = Math.ceil(size / count)
  return Array.from({ length: count }, (_, i) => ({
    from: i * bytes,
    bytes: Math.min(bytes, size - i * bytes),
  }))
}

function open({ origin }: ToolContext, fileId: string, parts: readonly Part[], spans: readonly Span[]) {
  const shown = parts.slice(0, shownParts)
  return {
    fileId,
    complete: false,
    parts: shown.map(({ partNumber, url }) => ({ ...spans[partNumber - 1]!, putTo: url })),
    next: `PUT ${shown.length === 1 ? 'the bytes' : `these ${shown.length} of ${parts.length} parts`}, then call start_upload with this fileId.`,
    url: fileUrl(origin, fileId),
  }
}

/** Completes the upload when all parts are stored; the storage knows their checksums. */
async function resume(fileId: string, context: ToolContext) {
  const { call, origin } = context
  const { data } = await call(resumeUpload, { fileId })
  const stored = new Set(data.stored.map(({ partNumber }) => partNumber))
  const missing = data.parts.filter(({ partNumber }) => !stored.has(partNumber))
  if (missing.length > 0) {
    const { size } = (await call(getFile, { fileId })).data
    return { data: open(context, fileId, missing, partsOf(data.parts.length, size)) }
  }
  const parts = data.stored.map(({ partNumber, eTag }) => ({ partNumber, eTag }))
  await call(completeUpload, { fileId, parts })
  const next = 'The file is complete; wait_for_file tells when its previews are ready.'
  return { data: { fileId, complete: true, next, url: fileUrl(origin, fileId) } }
}

export const uploadFromUrl = defineTool({
  name: 'upload_from_url',
  toolset: 'manage',
  description:
    'Add a file from a public web address; the server downloads it. Use it when the user gives a link to a file itself, not to a page. wait_for_file tells when it is there.',
  input: z.object({
    projectId: z.string().describe('Project ID.'),
    address: z.string().describe('Address of the file.'),
    name: z.string().optional().describe('With extension. Default: as the server of the address names it.'),
    ...place,
  }),
  output: z.object({ fileId: z.string(), status: z.string(), url: z.string() }),
  operations: [urlOperation],
  async run({ projectId, address, name, folderId, replacesFileId }, { call, origin }) {
    const targets = { folder: reference(folderId), replaces: reference(replacesFileId) }
    const { id } = (await call(urlOperation, { projectId, url: address, name, ...targets })).data
    return { data: { fileId: id, status: 'UPLOADING', url: fileUrl(origin, id) } }
  },
})
