// Examples of a skill, and its evaluations, on the wire.
import { z } from 'zod'
import {
  FileId,
  ProjectId,
  SkillEvaluationId,
  SkillExampleId,
  SkillId,
  SkillVersionId,
  Timestamp,
  text,
  UserSummary,
} from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'
import { PlacedNote, PlacedNoteInput, scoreOf } from './note-matching.ts'

export const maxExamples = 50
const maxNotes = 200

export const ExampleName = text(1, 100)
export const ExpectedNotes = z.array(PlacedNoteInput).max(maxNotes)

const Person = UserSummary.omit({ email: true })

const Recording = z.object({
  skillVersions: z
    .array(z.object({ id: SkillVersionId, version: z.int() }))
    .describe('Versions with this text.'),
  model: z.string().nullable().describe('Model that gave the answer; null if that is not known.'),
  noteCount: z.int(),
  createdAt: Timestamp,
})

const recordings = fragment`coalesce((
    select json_agg(json_build_object('model', r.model, 'noteCount', jsonb_array_length(r.notes),
      'createdAt', to_char(r.created_at, 'YYYY-MM-DD HH24:MI:SS.US'), 'skillVersions', coalesce((
        select json_agg(json_build_object('id', v.id, 'version', v.version) order by v.version)
        from skill_versions v where v.skill_id = e.skill_id and sha256(convert_to(v.content, 'UTF8')) = r.content_hash
      ), '[]')) order by r.created_at desc)
    from skill_recordings r where r.example_id = e.id), '[]')`

/** Selected from `skill_examples e`, its file `f` and the author `u` and `w`. */
const exampleColumns = {
  id: column(SkillExampleId, 'e.id'),
  skill: object(z.object({ id: SkillId }), { id: 'e.skill_id' }),
  name: column(z.string(), 'e.name'),
  file: object(z.object({ id: FileId, name: z.string(), project: z.object({ id: ProjectId }) }), {
    id: 'f.id',
    name: 'f.name',
    project: fragment`json_build_object('id', f.project_id)`,
  }),
  expected: column(
    z.array(PlacedNote).describe('The notes that a good review of the file has.'),
    'e.expected',
  ),
  recorded: column(
    z.boolean().describe('Whether an answer to any text of the skill is recorded.'),
    fragment`exists (select from skill_recordings r where r.example_id = e.id)`,
  ),
  recordings: column(z.array(Recording).describe('Recorded answers, newest first.'), recordings),
  createdBy: object(Person.nullable().describe('null if the account is deleted.'), userProperties),
  createdAt: column(Timestamp, 'e.created_at'),
  updatedAt: column(Timestamp, 'e.updated_at'),
}

export const SkillExample = wireSchema('SkillExample', exampleColumns)
export const exampleSelection = selectList(exampleColumns)
export type SkillExampleRow = Row<typeof exampleColumns>
export const skillExampleRecord = recordMapper(exampleColumns)

export const EvaluationSource = z
  .enum(['CHECKS', 'RECORDED', 'LIVE'])
  .describe(
    'CHECKS: the checks in the front matter. RECORDED: recorded answers. LIVE: asks the configured model, which costs money.',
  )

const Failure = z.object({ code: z.string(), message: z.string() })
const part = z.number().min(0).max(1).nullable()
const Precision = part.describe('Part of the found notes that was expected; null if none was found.')
const Recall = part.describe('Part of the expected notes that was found; null if none was expected.')

const counts = fragment`lateral (
    select count(*)::integer as examples, count(*) filter (where r.state = 'READY')::integer as ready,
      coalesce(sum(jsonb_array_length(r.expected)) filter (where r.state = 'READY'), 0)::integer as expected,
      coalesce(sum(jsonb_array_length(r.found)) filter (where r.state = 'READY'), 0)::integer as found,
      coalesce(sum(jsonb_array_length(r.matches)) filter (where r.state = 'READY'), 0)::integer as matched,
      sum(r.cost_usd)::double precision as cost_usd
    from skill_evaluation_results r where r.evaluation_id = e.id
  ) n`

/** Joins what `evaluationSelection` reads besides `skill_evaluations e` and `skills s`. */
export const evaluationJoins = fragment`
  left join skill_versions v on v.id = e.skill_version_id
  left join users u on u.id = e.created_by
  left join workspace_members w on w.workspace_id = s.workspace_id and w.user_id = u.id
  cross join ${counts}`

/** Selected from `skill_evaluations e`, `skills s` and `evaluationJoins`. */
const evaluationColumns = {
  id: column(SkillEvaluationId, 'e.id'),
  skill: object(z.object({ id: SkillId }), { id: 'e.skill_id' }),
  skillVersion: object(
    z
      .object({ id: SkillVersionId, version: z.int(), draft: z.boolean() })
      .nullable()
      .describe('null for a text that is not published yet.'),
    { id: 'v.id', version: 'v.version', draft: 'v.draft' },
  ),
  source: column(EvaluationSource, 'e.source'),
  model: column(z.string().nullable(), 'e.model'),
  state: column(z.enum(['QUEUED', 'RUNNING', 'READY', 'FAILED', 'CANCELLED']), 'e.state'),
  failure: object(Failure.nullable(), { code: 'e.failure_code', message: 'e.failure_message' }),
  exampleCount: column(z.int().describe('Examples of the evaluation.'), 'n.examples'),
  readyCount: column(z.int().describe('Examples that have a result. Only these count.'), 'n.ready'),
  expected: column(z.int().describe('Expected notes.'), 'n.expected'),
  found: column(z.int().describe('Notes that the skill has found.'), 'n.found'),
  matched: column(z.int().describe('Expected notes that the skill has found.'), 'n.matched'),
  precision: computed(Precision),
  recall: computed(Recall),
  costUsd: column(
    z.number().nullable().describe('Cost in US dollars; null if nothing was paid.'),
    'n.cost_usd',
  ),
  createdBy: object(Person.nullable().describe('null if the account is deleted.'), userProperties),
  createdAt: column(Timestamp, 'e.created_at'),
  endedAt: column(Timestamp.nullable(), 'e.ended_at'),
}

export const SkillEvaluation = wireSchema('SkillEvaluation', evaluationColumns)
export const evaluationSelection = selectList(evaluationColumns)
export type SkillEvaluationRow = Row<typeof evaluationColumns>
const record = recordMapper(evaluationColumns)

export function skillEvaluationRecord(row: SkillEvaluationRow): z.output<typeof SkillEvaluation> {
  return record(row, scoreOf(row))
}

const Matched = z.object({ expected: PlacedNote, found: PlacedNote })

export const ExampleResult = z
  .object({
    example: z.object({
      id: SkillExampleId,
      name: z.string(),
      file: z.object({
        id: FileId,
        name: z.string(),
        project: z.object({ id: ProjectId }),
        frameRate: z
          .string()
          .nullable()
          .describe('Frames per second as an exact fraction; null if unknown or variable.'),
      }),
    }),
    state: z.enum(['QUEUED', 'SENDING', 'READY', 'FAILED']),
    failure: Failure.nullable(),
    expected: z.int(),
    found: z.int(),
    matched: z.int(),
    precision: Precision,
    recall: Recall,
    matches: z.array(Matched).describe('Expected notes with the notes that the skill has found for them.'),
    missed: z.array(PlacedNote).describe('Expected notes that the skill has not found.'),
    extra: z.array(PlacedNote).describe('Notes that the skill has found and nobody expected.'),
  })
  .meta({ id: 'SkillExampleResult' })

export const SkillEvaluationDetails = SkillEvaluation.extend({
  content: z
    .string()
    .nullable()
    .describe('The text that was evaluated, if it is not published yet. null for tools.'),
  examples: z.array(ExampleResult).describe('Results for the examples whose files you can see.'),
}).meta({ id: 'SkillEvaluationDetails' })

type Note = z.output<typeof PlacedNote>

export type ResultRow = {
  id: string
  name: string
  fileId: string
  fileName: string
  projectId: string
  frameRate: string | null
  state: 'QUEUED' | 'SENDING' | 'READY' | 'FAILED'
  failureCode: string | null
  failureMessage: string | null
  expected: Note[]
  found: Note[] | null
  matches: [number, number][] | null
}

export function exampleResult(row: ResultRow): z.output<typeof ExampleResult> {
  const { id, name, fileId, fileName, projectId, frameRate, state, failureCode, failureMessage, expected } =
    row
  const found = row.found ?? []
  const matches = row.matches ?? []
  const isReady = state === 'READY'
  const counts = { expected: expected.length, found: found.length, matched: matches.length }
  const [taken, used] = [new Set(matches.map(([one]) => one)), new Set(matches.map(([, one]) => one))]
  return {
    example: { id, name, file: { id: fileId, name: fileName, project: { id: projectId }, frameRate } },
    state,
    failure: failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' },
    ...counts,
    ...(isReady ? scoreOf(counts) : { precision: null, recall: null }),
    matches: matches.map(([one, other]) => ({ expected: expected[one]!, found: found[other]! })),
    missed: isReady ? expected.filter((_, index) => !taken.has(index)) : [],
    extra: found.filter((_, index) => !used.has(index)),
  }
}
