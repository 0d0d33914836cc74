// A connection is an API key or a connected app: what acts in the name of a person without their browser.
import { z } from 'zod'
import type { Power } from '../core/access.ts'
import { verbatim } from '../core/sql.ts'

/** The switches of a connection. */
export const connectionSwitches = {
  maySpend: z.boolean().describe('Whether it may spend money: generate files.'),
  mayGiveVerdicts: z.boolean().describe('Whether it may give and withdraw verdicts on versions.'),
  mayAddPeople: z
    .boolean()
    .describe('Whether it may let people in: add members to projects, create and renew access links.'),
}

export const switchInput = {
  maySpend: connectionSwitches.maySpend.optional(),
  mayGiveVerdicts: connectionSwitches.mayGiveVerdicts.optional(),
  mayAddPeople: connectionSwitches.mayAddPeople.optional(),
}

export type Switches = Partial<z.output<z.ZodObject<typeof connectionSwitches>>>

/** The columns of the switches in the table with this alias. */
export function switchColumns(alias: 'k' | 'g') {
  return verbatim(
    `${alias}.may_spend as "maySpend", ${alias}.may_give_verdicts as "mayGiveVerdicts", ${alias}.may_add_people as "mayAddPeople"`,
  )
}

export type SwitchRow = Required<Switches>

const none: ReadonlySet<Power> = new Set()

export function forbiddenBy({ maySpend, mayGiveVerdicts, mayAddPeople }: SwitchRow): ReadonlySet<Power> {
  if (maySpend && mayGiveVerdicts && mayAddPeople) return none
  const forbidden = new Set<Power>()
  if (!maySpend) forbidden.add('spend')
  if (!mayGiveVerdicts) forbidden.add('giveVerdicts')
  if (!mayAddPeople) forbidden.add('addPeople')
  return forbidden
}

/** The given switches for the audit log, as in `maySpend=false`. */
export function switchesOf(may: { [Name in keyof Switches]: boolean | undefined }): string[] {
  return Object.entries(may).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
}
