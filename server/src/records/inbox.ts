// Everything that waits for one person, as Get Inbox returns it: five sections, written as text by Postgres.
import { z } from 'zod'
import { outputTypes } from '../core/provider.ts'
import {
  CommentId,
  Day,
  FileId,
  ProjectId,
  ReviewRequestId,
  Timestamp,
  UserSummary,
  VersionId,
} from '../core/schemas.ts'
import { column, computed, object, recordText, wireSchema } from './columns.ts'
import { Generation } from './generation.ts'
import { thumbnailText } from './media.ts'
import { userProperties } from './member.ts'
import { excerpt, excerptLength } from './notification.ts'
import { StaleReason } from './review.ts'
import { Verdict, VersionStatus } from './version.ts'

/** Items of a section in the answer. */
export const shownItems = 20
/** Counting stops here. */
export const mostCounted = 100
export const shownProjects = 6

const upTo = `Counts up to ${mostCounted}.`
const person = object(UserSummary.omit({ email: true }).nullable(), userProperties)
const project = object(z.object({ id: ProjectId, name: z.string() }), { id: 'p.id', name: 'p.name' })
const thumbnail = z.string().nullable().describe('URL of a thumbnail; null until there is one.')
const InboxFile = z.object({
  id: FileId,
  name: z.string(),
  revision: z.int().describe('Number of the revision, from 1.'),
  thumbnail,
})
const fileProperties = { id: 'f.id', name: 'f.name', revision: 'f.stack_number', thumbnail: 't.object_id' }
const comment = object(
  z.object({
    id: CommentId,
    excerpt: z.string().nullable().describe(`The first ${excerptLength} characters; null without text.`),
    anchor: z.int().nullable(),
    frame: z.int().nullable(),
    parentId: CommentId.nullable().describe('The top-level comment that it replies to.'),
  }),
  { id: 'c.id', excerpt, anchor: 'c.anchor', frame: 'c.frame', parentId: 'c.parent_id' },
)

/** Selected from `reviews item`, `versions v`, `projects p`, the asker `u` and `w`, and the caller's verdict `d`. */
const reviewColumns = {
  id: column(ReviewRequestId, 'item.id'),
  version: object(z.object({ id: VersionId, name: z.string(), status: VersionStatus }), {
    id: 'v.id',
    name: 'v.name',
    status: 'v.status',
  }),
  project,
  dueAt: column(Timestamp.nullable(), 'item.due_at'),
  message: column(z.string().nullable(), 'item.message'),
  requestedBy: object(person.schema.describe('null if the account is deleted.'), userProperties),
  lastVerdict: object(
    z
      .object({
        verdict: Verdict,
        stale: StaleReason.nullable().describe(
          'Why it no longer counts; null for a verdict by a tool where those do not count.',
        ),
      })
      .nullable()
      .describe('Your last verdict, which does not count; null for none.'),
    { verdict: 'd.verdict', stale: 'item.stale' },
  ),
  files: object(z.object({ total: z.int().describe('Files that you can see.') }), { total: 'shown.total' }),
  thumbnail: computed(thumbnail),
  seenAt: column(Timestamp.nullable().describe('When you first opened the version.'), 'item.seen_at'),
  createdAt: column(Timestamp.describe('When you were asked.'), 'item.created_at'),
}

/** Selected from `comments c`, `projects p`, `files f`, its thumbnail `t`, and the author `u` and `w`. */
const mentionColumns = {
  comment,
  author: object(person.schema.describe('null if the account is deleted.'), userProperties),
  agent: column(z.boolean().describe('Whether a tool wrote the comment.'), 'c.agent'),
  file: object(InboxFile.nullable().describe('null for a comment on the project.'), fileProperties),
  project,
  createdAt: column(Timestamp, 'c.created_at'),
}

/** Selected from `uploads item` and what a mention is selected from; `c` is the newest of the comments. */
const uploadColumns = {
  file: object(InboxFile, fileProperties),
  project,
  unanswered: column(
    z.int().describe(`Unresolved top-level comments by others that you have not replied to. ${upTo}`),
    'item.unanswered',
  ),
  newest: object(
    z
      .object({ id: CommentId, excerpt: z.string().nullable(), createdAt: Timestamp })
      .describe('The newest one.'),
    { id: 'c.id', excerpt, createdAt: 'c.created_at' },
  ),
  author: object(
    person.schema.describe('Author of the newest one; null if the account is deleted.'),
    userProperties,
  ),
}

/** Selected from `files f`, `generations g` and `projects p`. */
const generationColumns = {
  file: object(z.object({ id: FileId, name: z.string() }), { id: 'f.id', name: 'f.name' }),
  project,
  outputType: column(z.enum(outputTypes), 'g.output_type'),
  outputModel: column(z.string(), 'g.output_model'),
  state: column(Generation.shape.state, 'g.state'),
  progress: column(Generation.shape.progress, 'g.progress'),
  createdAt: column(Timestamp, 'f.created_at'),
}

/** Selected from `recent item`, `projects p` and the joins of its thumbnail. */
const projectColumns = {
  id: column(ProjectId, 'p.id'),
  name: column(z.string(), 'p.name'),
  thumbnail: computed(thumbnail),
  deadline: column(Day.nullable(), 'p.deadline'),
  lastActivityAt: column(
    Timestamp.describe('When the project, or something in it that you can see, last changed.'),
    'item.activity',
  ),
}

function section<Item extends z.ZodType>(item: Item) {
  return z.object({
    total: z.int().describe(upTo),
    items: z.array(item).describe(`The first ${shownItems}.`),
  })
}

const withoutScope = 'null if your credential lacks the scope comments:read.'

export const Inbox = z
  .object({
    reviews: section(wireSchema('InboxReview', reviewColumns)).describe(
      'Reviews that wait for your verdict: overdue ones first, then by due date.',
    ),
    mentions: section(wireSchema('InboxMention', mentionColumns))
      .nullable()
      .describe(`Unresolved threads that mention you, the newest mention first. ${withoutScope}`),
    uploads: section(wireSchema('InboxUpload', uploadColumns))
      .nullable()
      .describe(
        `Files that you uploaded with comments that you have not replied to, the newest comment first. ${withoutScope}`,
      ),
    generations: section(wireSchema('InboxGeneration', generationColumns)).describe(
      'Your generations that are queued or running, newest first.',
    ),
    projects: z
      .array(wireSchema('InboxProject', projectColumns))
      .describe(
        `The ${shownProjects} projects that changed last, out of your newest and those you last heard of.`,
      ),
  })
  .meta({ id: 'Inbox' })
export type Inbox = z.output<typeof Inbox>

const fileText = { 'file.thumbnail': thumbnailText }
/** The items as text; `withUrls` completes them. */
export const reviewText = recordText(reviewColumns, { thumbnail: thumbnailText })
export const mentionText = recordText(mentionColumns, fileText)
export const uploadText = recordText(uploadColumns, fileText)
export const generationText = recordText(generationColumns)
export const projectText = recordText(projectColumns, {
  thumbnail: "coalesce(source.derivative, to_json(p.thumbnail)::text, 'null')",
})
