/** The powers that a person can take from a key or an app, whatever its permissions. */
export type Limits = { maySpend: boolean; mayGiveVerdicts: boolean; mayAddPeople: boolean }

export const limits: readonly { field: keyof Limits; label: string; hint: string }[] = [
  { field: 'maySpend', label: 'May spend money', hint: 'Generate files with paid models.' },
  {
    field: 'mayGiveVerdicts',
    label: 'May give verdicts',
    hint: 'Approve, reject or request changes in your name.',
  },
  {
    field: 'mayAddPeople',
    label: 'May add people',
    hint: 'Add members to projects and create access links.',
  },
]

export const noLimits: Limits = { maySpend: true, mayGiveVerdicts: true, mayAddPeople: true }
