// The text of a skill that is evaluated: that of a version, or one that is not published yet.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { SkillVersionId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { VersionContent } from '../../records/skill.ts'

export const evaluatedText = {
  skillVersionId: SkillVersionId.nullish().describe('A version of the skill, also a draft.'),
  content: VersionContent.nullish().describe('Instead of a version: a text that is not published yet.'),
}

const Given = z.object(evaluatedText)

export type EvaluatedText = { versionId: string | null; content: string; hash: Buffer }

/** Tools evaluate what they may read: published versions. */
export async function findText(
  sql: Sql,
  caller: Caller,
  skillId: string,
  { skillVersionId, content }: z.output<typeof Given>,
): Promise<EvaluatedText> {
  if ((skillVersionId == null) === (content == null)) throw oneOfBoth()
  const given = content ?? null
  // A text that is published meanwhile is evaluated as that version.
  const [version] = await sql<{ id: string; content: string }>`
    select v.id, v.content from skill_versions v
    where v.skill_id = ${skillId} and not (v.draft and ${caller.agent})
      and case when ${given}::text is null then v.id = ${skillVersionId ?? null} else v.content = ${given} end
    order by v.version limit 1`
  if (!version && given === null)
    throw new ApiError('invalid_request', { errors: [unknownReference('/skillVersionId')] })
  const found = given ?? version!.content
  return { versionId: version?.id ?? null, content: found, hash: hashOf(found) }
}

export function hashOf(content: string): Buffer {
  return createHash('sha256').update(content).digest()
}

function oneOfBoth(): ApiError {
  const message = 'Send either `skillVersionId` or `content`.'
  return new ApiError('invalid_request', { errors: [{ path: '/skillVersionId', code: 'one_of', message }] })
}
