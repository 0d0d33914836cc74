/** The powers that a person can take from a key or an app, whatever its permissions. */
export type Limits = { maySpend: boolean; mayGiveVerdicts: boolean; mayAddPeople: boolean }

type Limit = { field: keyof Limits; label: string; hint: string }

/** `owner`: the name of the person whose key it is; null for the reader. */
export function limitsOf(owner: string | null): readonly Limit[] {
  const name = owner === null ? 'your name' : `the name of ${owner}`
  return [
    { field: 'maySpend', label: 'May spend money', hint: 'Generate files with paid models.' },
    {
      field: 'mayGiveVerdicts',
      label: 'May give verdicts',
      hint: `Approve, reject or request changes in ${name}.`,
    },
    {
      field: 'mayAddPeople',
      label: 'May add people',
      hint: 'Add members to projects and create access links.',
    },
  ]
}

export const noLimits: Limits = { maySpend: true, mayGiveVerdicts: true, mayAddPeople: true }
