import { z } from 'zod'
import { Day, ProjectId, Timestamp } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'

export const AccessRange = z
  .enum(['ONLY_PROJECT_MEMBER', 'ALLOW_WORKSPACE_MEMBER'])
  .describe('Who may see it: its members only, or also, as reviewers, all of the workspace but its guests.')

export const Project = z
  .object({
    id: ProjectId,
    name: z.string(),
    description: z.string().nullable(),
    thumbnail: z.string().nullable().describe('URL of a picture.'),
    accessRange: AccessRange,
    deadline: Day.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    destroyedAt: Timestamp.nullable().describe('When it will be gone; set while its deletion is scheduled.'),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof Project>

/** The columns of `projects p` in the shape of the record: a row is a Project. */
export const projectColumns = fragment`p.id, p.name, p.description, p.thumbnail, p.access_range as "accessRange",
  p.deadline, p.created_at as "createdAt", p.updated_at as "updatedAt", p.destroyed_at as "destroyedAt"`

/** A project whose time has come is gone, even before the job has deleted it. */
export const notDestroyed = fragment`(p.destroyed_at is null or p.destroyed_at > now())`
