import { z } from 'zod'
import { ApiError } from '../../../core/errors.ts'
import { createReviewRequests, createVersion, getVersion, listMembers } from '../../../operations/index.ts'
import { defineTool, type ToolContext } from './define-tool.ts'
import { versionUrl } from './links.ts'

export const requestReview = defineTool({
  name: 'request_review',
  toolset: 'review',
  description:
    'Ask people for their verdict: on files, which become a new review (version), or on an existing one. Use it when the user said who shall review. Asking again changes the due date and the message.',
  input: z.object({
    versionId: z.string().optional().describe('An existing review…'),
    projectId: z.string().optional().describe('…or a new one in this project…'),
    fileIds: z.array(z.string()).optional().describe('…of these files.'),
    name: z.string().optional().describe('Name of the new review.'),
    reviewers: z
      .array(z.string())
      .optional()
      .describe('Names, email addresses or user IDs of project members.'),
    dueAt: z.string().optional().describe('UTC, `YYYY-MM-DD HH:MM:SS.ffffff`.'),
    message: z.string().optional().describe('What to look at.'),
  }),
  output: z.object({
    versionId: z.string(),
    name: z.string(),
    url: z.string(),
    asked: z.array(z.string()).optional().describe('Names of the people who were asked.'),
  }),
  operations: [createReviewRequests, createVersion, getVersion, listMembers],
  async run({ versionId, projectId, fileIds, name, reviewers = [], dueAt, message }, context) {
    const { call, origin } = context
    const existing = versionId === undefined ? undefined : (await call(getVersion, { versionId })).data
    const project = existing?.project.id ?? projectId
    if (project === undefined || (existing === undefined && !fileIds?.length))
      throw new ApiError('invalid_request', { message: 'Give versionId, or projectId and fileIds.' })
    // Before the version is made, so that an unknown name leaves nothing behind.
    const people = reviewers.length === 0 ? [] : await find(reviewers, project, context)
    const title =
      existing?.name ?? name ?? `Review of ${fileIds!.length} file${fileIds!.length === 1 ? '' : 's'}`
    const files = (fileIds ?? []).map((id) => ({ id }))
    const id = existing?.id ?? (await call(createVersion, { projectId: project, name: title, files })).data.id
    if (people.length > 0) {
      const users = people.map(({ id }) => ({ id }))
      await call(createReviewRequests, { versionId: id, users, dueAt, message })
    }
    const asked = people.map((person) => person.name)
    return { data: { versionId: id, name: title, url: versionUrl(origin, project, id), asked } }
  },
})

async function find(reviewers: readonly string[], projectId: string, { call }: ToolContext) {
  const members = (await call(listMembers, { projectId })).data.map(({ user }) => user)
  return reviewers.map((wanted) => {
    const same = (text: string | null | undefined) => text?.toLowerCase() === wanted.trim().toLowerCase()
    const found = members.filter(({ id, name, email }) => same(id) || same(name) || same(email))
    if (found.length === 1) return found[0]!
    const known = members.map(({ name }) => name).join(', ')
    const reason =
      found.length === 0
        ? 'is no member of the project'
        : 'is the name of several members: give the email address'
    throw new ApiError('invalid_request', { message: `“${wanted}” ${reason}. Members: ${known}` })
  })
}
