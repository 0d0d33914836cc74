// Changes of the details that an agent has made: a person applies or rejects them.
import type { Skill } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import type { ReadSkill } from './queries.ts'
import styles from './skill-page.module.css'

type Changes = NonNullable<Skill['proposal']>['changes']

const names: Record<keyof Changes, string> = {
  name: 'Name',
  description: 'Description',
  metadata: 'Metadata',
  allowedTools: 'Allowed tools',
  license: 'Licence',
}

export function ProposalNote({ read: { skill, eTag }, writable }: { read: ReadSkill; writable: boolean }) {
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ values }: { values: Changes; done: string }) =>
      client.skills.update(skill.id, values, { ifMatch: eTag }),
    onSuccess: (_answer, { done }) => showDone(done),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.skills }),
    meta: { ownErrors: true },
  })
  const { proposal } = skill
  if (proposal === null) return null
  const fields = Object.keys(proposal.changes) as (keyof Changes)[]
  // Setting a field to what it is decides about it, too.
  const current = Object.fromEntries(fields.map((field) => [field, skill[field]])) as Changes
  return (
    <section className={styles.proposal} aria-label="Proposed changes">
      <p>
        <strong>An agent proposes changes</strong>
        {proposal.user && ` for ${proposal.user.name}`}, <Time of={proposal.proposedAt} />. They take effect
        when you apply them.
      </p>
      <dl className={styles.facts}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{names[field]}</dt>
            <dd>
              <del>{inWords(skill[field])}</del>
              <ins>{inWords(proposal.changes[field])}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {writable && (
        <div className={styles.actions}>
          <Button
            look="main"
            small
            busy={isPending}
            onClick={() => mutate({ values: proposal.changes, done: 'Changes applied.' })}
          >
            Apply
          </Button>
          <Button
            small
            disabled={isPending}
            onClick={() => mutate({ values: current, done: 'Changes rejected.' })}
          >
            Reject
          </Button>
        </div>
      )}
      <ProblemNote error={error} />
    </section>
  )
}

function inWords(value: Changes[keyof Changes]): string {
  if (value == null || value === '') return 'none'
  if (Array.isArray(value)) return value.join(', ') || 'none'
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${one}`)
  return entries.join(', ') || 'none'
}
