import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { FileId, ProjectId, RealTime, VersionId } from '../../core/schemas.ts'
import { changeOf, readChanges } from '../../events/changes.ts'
import { Event } from '../../records/event.ts'
import { EventFilter, matchesFilter } from '../../records/event-filter.ts'
import { mayReadEvents } from '../../records/event-scopes.ts'
import { eventTypeNames } from '../../records/event-types.ts'

const Change = z
  .object({
    event: Event,
    project: z
      .object({ id: ProjectId, name: z.string() })
      .nullable()
      .describe('The project, with its current name; null for skills, which belong to the workspace.'),
    summary: z.string().describe('The event in one sentence, with the current names.'),
    url: z.string().describe('The page that shows it.'),
  })
  .meta({ id: 'Change' })

export const listChanges = defineOperation({
  http: 'QUERY /api/events',
  client: 'events.changes',
  summary:
    'List what happened in all projects that you see, oldest first, with a sentence and a link for each event. Pass `cursor` on as `after` to continue.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    after: z
      .int()
      .min(0)
      .nullish()
      .describe('The `cursor` of an earlier call: only later events. Without it, the newest events.'),
    since: RealTime.nullish().describe('Only events since this time: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`.'),
    types: z
      .array(EventFilter)
      .min(1)
      .max(100)
      .nullish()
      .describe(
        'Only these event types: single types such as `comment.created`, all of a resource (`comment.*`), or `*`.',
      ),
    projectId: ProjectId.nullish().describe('Only events of this project.'),
    fileId: FileId.nullish().describe('Only events about this file and its comments.'),
    versionId: VersionId.nullish().describe('Only events about this version and its reviews.'),
    forMe: z
      .boolean()
      .default(false)
      .describe(
        'Only events about you: review requests to you, verdicts of yours, comments that mention you.',
      ),
    limit: z.int().min(1).max(100).default(50).describe('Maximum number of events.'),
  }),
  output: [
    200,
    z.object({
      changes: z.array(Change).describe('Only events of records that the credential has the scope to read.'),
      cursor: z.int().describe('Everything up to this event number was read.'),
      more: z.boolean().describe('Whether to call again now, with `cursor` as `after`.'),
      missed: z
        .boolean()
        .describe('Whether events after `after` are missing, because they are no longer stored.'),
    }),
  ],

  async handler({ after, since, types, limit, ...filters }, { sql, caller, origin }) {
    const readable = eventTypeNames.filter(
      (type) => mayReadEvents(caller.scopes, type) && matchesFilter(types ?? ['*'], type),
    )
    const query = { after: after ?? undefined, since, types: readable, limit }
    const found = await readChanges(sql, caller, { ...query, filters: { ...filters, ownAgents: true } })
    const { rows, ...rest } = found
    return { changes: rows.map((row) => changeOf(row, origin())), ...rest }
  },
})
