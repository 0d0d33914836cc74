import { z } from 'zod'
import { getInbox, listReviews } from '../../../operations/index.ts'
import { excerpt } from './brief.ts'
import { defineTool } from './define-tool.ts'
import { limitField } from './fields.ts'
import { fileUrl, projectUrl, versionUrl } from './links.ts'

const Item = z.object({
  id: z.string().describe('Of the version, the comment or the file.'),
  name: z.string().optional(),
  project: z.string().optional(),
  fileId: z.string().optional(),
  status: z.string().optional(),
  openNotes: z.number().optional(),
  by: z.string().optional(),
  text: z.string().optional(),
  due: z.string().optional(),
  progress: z.number().optional(),
  url: z.string(),
})

const Overview = z.object({
  waitingForYou: z.array(Item).optional().describe('Reviews that need your verdict.'),
  waitingForReview: z
    .array(Item)
    .optional()
    .describe('All reviews that nobody has decided, in every project.'),
  mentions: z.array(Item).optional(),
  unanswered: z.array(Item).optional().describe('Your uploads with notes that you have not answered.'),
  generations: z.array(Item).optional(),
  projects: z.array(Item).optional().describe('Changed last.'),
})

export const overview = defineTool({
  name: 'overview',
  toolset: 'review',
  description:
    'See what waits, across all projects: reviews for the user, all undecided reviews with status and open notes, mentions, unanswered notes, running generations. Start here.',
  input: z.object({ limit: limitField }),
  output: Overview,
  operations: [getInbox, listReviews],
  reads: true,
  async run({ limit = 20 }, { call, origin }) {
    const { data: inbox } = await call(getInbox, {})
    const { data: reviews } = await call(listReviews, {})
    const { mentions, uploads } = inbox
    const first = <T>(items: readonly T[]) => items.slice(0, limit)
    return {
      data: {
        waitingForYou: first(inbox.reviews.items).map(
          ({ version, project, dueAt, message, requestedBy }) => ({
            ...{ id: version.id, name: version.name, project: project.name, status: version.status },
            ...{
              by: requestedBy?.name,
              due: dueAt ?? undefined,
              text: message ? excerpt(message) : undefined,
            },
            url: versionUrl(origin, project.id, version.id),
          }),
        ),
        waitingForReview: first(reviews).map(({ id, name, status, project, openComments }) => ({
          ...{ id, name, status, project: project.name, openNotes: openComments ?? undefined },
          url: versionUrl(origin, project.id, id),
        })),
        mentions: first(mentions?.items ?? []).map(({ comment, author, file, project }) => ({
          ...{ id: comment.id, by: author?.name, text: comment.excerpt ?? undefined, project: project.name },
          ...{ name: file?.name, fileId: file?.id },
          url: file ? `${fileUrl(origin, file.id)}?comment=${comment.id}` : projectUrl(origin, project.id),
        })),
        unanswered: first(uploads?.items ?? []).map(({ file, project, unanswered, newest, author }) => ({
          ...{ id: file.id, name: file.name, project: project.name, openNotes: unanswered },
          ...{ by: author?.name, text: newest.excerpt ?? undefined },
          url: fileUrl(origin, file.id),
        })),
        generations: first(inbox.generations.items).map(
          ({ file, project, state, progress, outputModel }) => ({
            ...{ id: file.id, name: file.name, project: project.name, status: state, text: outputModel },
            progress: progress ?? undefined,
            url: fileUrl(origin, file.id),
          }),
        ),
        projects: first(inbox.projects).map(({ id, name, deadline }) => ({
          ...{ id, name, due: deadline ?? undefined },
          url: projectUrl(origin, id),
        })),
      },
    }
  },
})
