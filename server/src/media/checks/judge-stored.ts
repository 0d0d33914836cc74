// Judges a file by the checks of a skill, from the numbers that were measured before: nothing is decoded, and nothing is stored.
import type { Sql } from '../../core/sql.ts'
import { reachStorage, type Storage } from '../../core/storage.ts'
import { judge } from './judge.ts'
import { numbersName, OtherFormat, readNumbers } from './numbers-file.ts'
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
  const [numbers] = await sql<{ objectId: string }>`
    select object_id as "objectId" from media_derivatives where file_id = ${fileId} and name = ${numbersName}`
  if (!numbers) return 'NOT_MEASURED'
  try {
    const bytes = await reachStorage(() => storage.read(numbers.objectId))
    const measured = await readNumbers(bytes)
    return describeResults(measured, judge(measured, rules)).findings
  } catch (error) {
    if (error instanceof OtherFormat) return 'NOT_MEASURED'
    throw error
  }
}
