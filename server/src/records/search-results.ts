// Matches of a search: a few facts of each, with the names that people see in the app.
import { z } from 'zod'
import {
  CommentId,
  FileId,
  ProjectId,
  SkillId,
  SkillVersionId,
  Timestamp,
  UserSummary,
} from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import { CaptionId } from './captions/captions.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { FileStatus, FileTag } from './file.ts'
import { FileKind } from './file-list-item.ts'
import { userProperties } from './member.ts'
import { plainText } from './notification.ts'

/** Characters of a description or comment in a match. */
const shown = 240

const project = object(z.object({ id: ProjectId, name: z.string() }), { id: 'p.id', name: 'p.name' })

/** Selected from `projects p`. */
const projectColumns = {
  id: column(ProjectId, 'p.id'),
  name: column(z.string(), 'p.name'),
  description: column(
    z.string().nullable().describe(`The first ${shown} characters.`),
    `left(p.description, ${shown})`,
  ),
  archived: column(z.boolean(), 'p.archived'),
}

/** Selected from `files f` and `projects p`. */
const fileColumns = {
  id: column(FileId, 'f.id'),
  name: column(z.string(), 'f.name'),
  revision: column(z.int().describe('Number of the revision, from 1.'), 'f.stack_number'),
  kind: column(FileKind, 'f.kind'),
  status: column(FileStatus, 'f.status'),
  tag: column(FileTag, 'f.tag'),
  project,
  updatedAt: column(Timestamp, 'f.updated_at'),
}

/** Selected from `comments c`, the first comment of its thread `top`, `files f`, `projects p`, and the author `u` and `w`. */
const commentColumns = (excerpt: Fragment) => ({
  id: column(CommentId, 'c.id'),
  excerpt: column(z.string().describe(`Up to ${shown} characters around the match.`), excerpt),
  author: object(
    UserSummary.omit({ email: true, avatarUrl: true }).nullable().describe('null if the account is deleted.'),
    { id: userProperties.id, name: userProperties.name },
  ),
  agent: column(z.boolean().describe('Whether a tool wrote it.'), 'c.agent'),
  parentId: column(CommentId.nullable().describe('The top-level comment that it replies to.'), 'c.parent_id'),
  resolved: column(z.boolean().describe('Whether its thread is resolved.'), 'top.resolved_at is not null'),
  anchor: column(z.int().nullable(), 'c.anchor'),
  frame: column(z.int().nullable(), 'c.frame'),
  file: object(
    z
      .object({ id: FileId, name: z.string(), revision: z.int() })
      .nullable()
      .describe('null for a comment on the project.'),
    { id: 'f.id', name: 'f.name', revision: 'f.stack_number' },
  ),
  project,
  createdAt: column(Timestamp, 'c.created_at'),
})

/** Selected from `caption_cues q`, `captions s`, `files f` and `projects p`. */
const cueColumns = {
  captionId: column(CaptionId, 's.id'),
  language: column(z.string().describe('Language tag, such as en.'), 's.language'),
  startMs: column(z.int().describe('When the words are said, in milliseconds.'), 'q.start_ms'),
  endMs: column(z.int(), 'q.end_ms'),
  text: column(z.string(), 'q.text'),
  file: object(z.object({ id: FileId, name: z.string(), revision: z.int() }), {
    id: 'f.id',
    name: 'f.name',
    revision: 'f.stack_number',
  }),
  project,
}

/** Selected from `skills s`. */
const skillColumns = {
  id: column(SkillId, 's.id'),
  name: column(z.string(), 's.name'),
  description: column(z.string().describe(`The first ${shown} characters.`), `left(s.description, ${shown})`),
  default: object(
    z
      .object({ id: SkillVersionId })
      .nullable()
      .describe('The default version; null until a version is published.'),
    { id: 's.default_version_id' },
  ),
}

const anyComment = commentColumns(fragment``)
export const searchKinds = ['PROJECT', 'FILE', 'COMMENT', 'CAPTION', 'SKILL'] as const
export const SearchKind = z.enum(searchKinds)
export type SearchKind = z.output<typeof SearchKind>

const notSearched = 'null if not searched: see `leftOut`.'
export const SearchResults = z
  .object({
    projects: z.array(wireSchema('FoundProject', projectColumns)).nullable().describe(notSearched),
    files: z
      .array(wireSchema('FoundFile', fileColumns))
      .nullable()
      .describe(`The latest revisions of files. ${notSearched}`),
    comments: z
      .array(wireSchema('FoundComment', anyComment))
      .nullable()
      .describe(`Comments and replies, newest first. ${notSearched}`),
    captions: z
      .array(wireSchema('FoundCaption', cueColumns))
      .nullable()
      .describe(`Words in captions of videos and audio. ${notSearched}`),
    skills: z.array(wireSchema('FoundSkill', skillColumns)).nullable().describe(notSearched),
    more: z.array(SearchKind).describe('Kinds with more matches than `limit`.'),
    leftOut: z
      .array(
        z.object({
          kind: SearchKind,
          reason: z
            .enum(['MISSING_SCOPE', 'KEYWORD_TOO_SHORT'])
            .describe(
              'MISSING_SCOPE: your credential lacks `scope`. KEYWORD_TOO_SHORT: files, comments and captions take three letters or digits in a row, or one ideograph.',
            ),
          scope: z.string().nullable().describe('The scope that your credential lacks; null for none.'),
        }),
      )
      .describe('Kinds that were asked for and not searched.'),
  })
  .meta({ id: 'SearchResults' })
export type SearchResults = z.output<typeof SearchResults>

export const foundProjectColumns = selectList(projectColumns)
export type FoundProjectRow = Row<typeof projectColumns>
export const foundProjectRecord = recordMapper(projectColumns)
export const foundFileColumns = selectList(fileColumns)
export type FoundFileRow = Row<typeof fileColumns>
export const foundFileRecord = recordMapper(fileColumns)
export type FoundCommentRow = Row<typeof anyComment>
export const foundCommentRecord = recordMapper(anyComment)
export const foundCueColumns = selectList(cueColumns)
export type FoundCueRow = Row<typeof cueColumns>
export const foundCueRecord = recordMapper(cueColumns)
export const foundSkillColumns = selectList(skillColumns)
export type FoundSkillRow = Row<typeof skillColumns>
export const foundSkillRecord = recordMapper(skillColumns)

/** The columns of a comment, with the text around the first match of a folded keyword. */
export function foundCommentColumns(folded: string): Fragment {
  const text = verbatim(plainText)
  const before = verbatim('80')
  const start = fragment`greatest(position(${folded} in search_folded(${text})) - ${before}, 1)`
  return selectList(commentColumns(fragment`substr(${text}, ${start}, ${verbatim(String(shown))})`))
}
