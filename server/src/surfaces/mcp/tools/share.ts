import { z } from 'zod'
import { createAccessLink, createShare, getAccessLink } from '../../../operations/index.ts'
import { LinkRole } from '../../../records/access-link.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import { projectUrl } from './links.ts'

const ids = (what: string) => z.array(z.string()).optional().describe(`IDs of ${what} to show.`)

const fields = {
  projectId: z.string().describe('Project ID.'),
  versionId: z.string().optional().describe('ID of a review to show. People can also approve it.'),
  fileIds: ids('files'),
  folderIds: ids('folders'),
  role: LinkRole.optional().describe('Role of people who join the project. Default: PROJECT_REVIEWER.'),
  description: z.string().optional().describe('Whom the link is for; the title of a share.'),
  password: z.string().optional().describe('Needed to open the link.'),
  expiresAt: z.string().optional().describe('UTC, `YYYY-MM-DD HH:MM:SS.ffffff`.'),
  allowDownload: z.boolean().optional().describe('Originals. Default: only for people who join.'),
}
type Input = z.output<z.ZodObject<typeof fields>>

export const share = defineTool({
  name: 'share',
  toolset: 'manage',
  description:
    'Make a link for people without an account: with a review, files or folders, a share that shows only these; otherwise a link to join the project. Use it only when the user wants to share; everybody who has the link can open it.',
  input: z.object(fields),
  output: z.object({
    id: z.string(),
    role: z.string().optional().describe('Of people who join.'),
    link: z.string().optional().describe('Send this to people.'),
    hint: z.string().optional(),
    url: z.string().describe('The project, where the link can be deleted.'),
  }),
  operations: [createAccessLink, getAccessLink, createShare],
  async run(input, context) {
    const { projectId, versionId, fileIds = [], folderIds = [] } = input
    const items = [
      ...(versionId === undefined ? [] : [{ kind: 'VERSION' as const, id: versionId }]),
      ...fileIds.map((id) => ({ kind: 'FILE' as const, id })),
      ...folderIds.map((id) => ({ kind: 'FOLDER' as const, id })),
    ]
    const made = items.length === 0 ? await invite(input, context) : await show(input, items, context)
    return { data: { ...made, url: projectUrl(context.origin, projectId) } }
  },
})

type Items = { kind: 'FILE' | 'FOLDER' | 'VERSION'; id: string }[]

/** A share of these items. */
async function show(input: Input, items: Items, { call }: ToolContext) {
  const { projectId, versionId, description, password, expiresAt, allowDownload = false } = input
  const { data } = await call(createShare, {
    projectId,
    name: description || 'Shared files',
    items,
    verdicts: versionId !== undefined,
    downloads: allowDownload ? 'ORIGINAL' : 'NONE',
    password: password ?? null,
    expiresAt: expiresAt ?? null,
  })
  return { id: data.id, ...(data.url === null ? {} : { link: data.url }) }
}

/** An access link to the project. */
async function invite(input: Input, { call, may, origin }: ToolContext) {
  const { projectId, role = 'PROJECT_REVIEWER', description, password, expiresAt, allowDownload } = input
  const { id } = (
    await call(createAccessLink, { projectId, role, description, password, expiresAt, allowDownload })
  ).data
  const readable = may('access-links:read') && may('access-links:read.key')
  const key = readable ? (await call(getAccessLink, { linkId: id })).data.accessKey : null
  const hint =
    'The address needs the scopes access-links:read and access-links:read.key. It is in the project, under Share.'
  return { id, role, ...(key === null ? { hint } : { link: `${origin}/join/${key}` }) }
}
