// Judges a file by the checks of a skill, from the numbers that were measured before: nothing is decoded, and nothing is stored.
import type { Sql } from '../../core/sql.ts'
import type { Storage } from '../../core/storage.ts'
import { judge } from './judge.ts'
import { loadNumbers } from './load-numbers.ts'
import { namedProfile } from './profile-of.ts'
import { type DescribedFinding, describeResults } from './results.ts'
import type { SkillChecks } from './skill-front-matter.ts'

type Services = { sql: Sql; storage: Pick<Storage, 'read'> }

export async function judgeStored(
  { sql, storage }: Services,
  fileId: string,
  checks: SkillChecks,
): Promise<DescribedFinding[] | 'NOT_MEASURED' | 'UNKNOWN_PROFILE'> {
  const rules = 'rules' in checks ? checks.rules : (await namedProfile(sql, fileId, checks.profile))?.rules
  if (!rules) return 'UNKNOWN_PROFILE'
  const numbers = await loadNumbers(sql, storage, fileId)
  if (!numbers) return 'NOT_MEASURED'
  return describeResults(numbers.measured, judge(numbers.measured, rules)).findings
}

/** Whether a skill writes a note about a finding: facts that nobody has to act on get none. */
export function isWorthNote({ level }: Pick<DescribedFinding, 'level'>): boolean {
  return level !== 'INFO'
}
