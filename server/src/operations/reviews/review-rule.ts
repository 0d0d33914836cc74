// The review rule of a project or version in requests.
import { z } from 'zod'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { UserId } from '../../core/schemas.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { seesVersion } from '../../records/review.ts'
import { ReviewRule } from '../../records/version.ts'

export const ReviewRuleInput = z
  .strictObject({
    type: ReviewRule.shape.type,
    user: z.strictObject({ id: UserId }).nullish().describe('The named person; only for NAMED_PERSON.'),
  })
  .refine(({ type, user }) => (type === 'NAMED_PERSON') === (user != null), {
    path: ['user'],
    message: 'Name a person for NAMED_PERSON, and none for the other types.',
  })
export type ReviewRuleInput = z.output<typeof ReviewRuleInput>

/** The values of the two columns of a rule. */
export function ruleColumns(rule: ReviewRuleInput | null | undefined) {
  return { type: rule?.type ?? null, userId: rule?.user?.id ?? null }
}

/** Throws when the named person cannot see the versions `v` of this SQL: it has project_id and allow_restricted. */
export async function requireNamedPerson(
  sql: Sql,
  rule: ReviewRuleInput | null | undefined,
  version: Fragment,
): Promise<void> {
  const { userId } = ruleColumns(rule)
  if (userId === null) return
  const [named] = await sql<{ sees: boolean }>`
    select ${seesVersion(fragment`${userId}::uuid`)} as sees from ${version} v`
  if (!named?.sees) throw namedPersonUnknown()
}

export function namedPersonUnknown(): ApiError {
  return new ApiError('invalid_request', { errors: [unknownReference('/reviewRule/user/id')] })
}
