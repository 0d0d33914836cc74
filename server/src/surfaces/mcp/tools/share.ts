import { z } from 'zod'
import {
  createAccessLink,
  getAccessLink,
  getVersion,
  updateFiles,
  updateVersion,
} from '../../../operations/index.ts'
import { LinkRole } from '../../../records/access-link.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import { projectUrl } from './links.ts'

export const share = defineTool({
  name: 'share',
  toolset: 'manage',
  description:
    'Make a link that lets people join a project without an account, or see only one review. Use it only when the user wants to share; everybody who has the link can join.',
  input: z.object({
    projectId: z.string().describe('Project ID.'),
    versionId: z
      .string()
      .optional()
      .describe(
        'Only this review and its files, as restricted reviewer. They also see what was shared so before.',
      ),
    role: LinkRole.optional().describe('Role of people who join. Default: PROJECT_REVIEWER.'),
    description: z.string().optional().describe('Whom the link is for.'),
    password: z.string().optional().describe('Needed to join.'),
    expiresAt: z.string().optional().describe('UTC, `YYYY-MM-DD HH:MM:SS.ffffff`.'),
    allowDownload: z.boolean().optional().describe('Default: true.'),
  }),
  output: z.object({
    id: z.string(),
    role: z.string(),
    link: z.string().optional().describe('Send this to people.'),
    hint: z.string().optional(),
    url: z.string().describe('The project, where the link can be deleted.'),
  }),
  operations: [createAccessLink, getAccessLink, getVersion, updateVersion, updateFiles],
  async run({ projectId, versionId, role: asked, ...fields }, context) {
    const { call, may, origin } = context
    const role = versionId === undefined ? (asked ?? 'PROJECT_REVIEWER') : 'PROJECT_RESTRICTED_REVIEWER'
    if (versionId !== undefined) await show(versionId, context)
    const { id } = (await call(createAccessLink, { projectId, role, ...fields })).data
    const readable = may('access-links:read') && may('access-links:read.key')
    const key = readable ? (await call(getAccessLink, { linkId: id })).data.accessKey : null
    const hint =
      'The address needs the scopes access-links:read and access-links:read.key. It is in the project, under Share.'
    return {
      data: {
        ...{ id, role },
        ...(key === null ? { hint } : { link: `${origin}/join/${key}` }),
        url: projectUrl(origin, projectId),
      },
    }
  },
})

/** Marks a review and its files for restricted reviewers. */
async function show(versionId: string, { call }: ToolContext): Promise<void> {
  const { data } = await call(getVersion, { versionId })
  await call(updateVersion, { versionId, allowRestricted: true })
  const ids = data.files.map(({ id }) => ({ id }))
  for (let from = 0; from < ids.length; from += 100) {
    const files = ids.slice(from, from + 100)
    await call(updateFiles, { projectId: data.project.id, files, allowRestricted: true })
  }
}
