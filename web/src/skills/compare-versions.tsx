import type { Skill } from '@dailies/sdk'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SelectField } from '../ui/field.tsx'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { DiffView } from './diff-view.tsx'
import { countChanges, diffLines } from './line-diff.ts'
import { versionTextQuery } from './queries.ts'
import styles from './skill-page.module.css'

type Version = Skill['versions'][number]

export function CompareVersions({ skill, from, to }: { skill: Skill; from: number; to: number }) {
  const numbered = (number: number) => skill.versions.find(({ version }) => version === number)
  const [before, after] = [numbered(from), numbered(to)]
  if (!before || !after) return <NotFoundPage />
  return <Comparison skill={skill} before={before} after={after} />
}

function Comparison({ skill, before, after }: { skill: Skill; before: Version; after: Version }) {
  const navigate = useNavigate()
  const [{ data: old }, { data: now }] = useSuspenseQueries({
    queries: [versionTextQuery(before.id), versionTextQuery(after.id)],
  })
  const lines = useMemo(() => diffLines(old.markdown, now.markdown), [old, now])
  const { added, removed } = countChanges(lines)
  const options = skill.versions
    .toReversed()
    .map(({ version, note }) => [String(version), `Version ${version}${note ? `: ${note}` : ''}`] as const)
  const show = (from: number, to: number) =>
    void navigate({ to: '/skills/$skillId', params: { skillId: skill.id }, search: { from, to } })
  return (
    <>
      <header className={styles.head}>
        <h1>Changes</h1>
        <p className="quiet" role="status">
          {added} {added === 1 ? 'line' : 'lines'} added, {removed} removed
        </p>
      </header>
      <div className={styles.pickers}>
        <SelectField
          label="From"
          options={options}
          value={String(before.version)}
          onValue={(value) => show(Number(value), after.version)}
        />
        <SelectField
          label="To"
          options={options}
          value={String(after.version)}
          onValue={(value) => show(before.version, Number(value))}
        />
      </div>
      <DiffView key={`${before.id} ${after.id}`} lines={lines} />
    </>
  )
}
