import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTitle } from '../data/page-title.ts'
import { accountQuery } from '../data/queries.ts'
import { BackIcon } from '../ui/icons.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { mayWriteSkills, skillQuery } from './queries.ts'
import styles from './skill-page.module.css'
import { SkillReader } from './skill-reader.tsx'

const SkillEditor = lazy(async () => ({ default: (await import('./skill-editor.tsx')).SkillEditor }))
const CompareVersions = lazy(async () => ({
  default: (await import('./compare-versions.tsx')).CompareVersions,
}))

const EvaluationView = lazy(async () => ({
  default: (await import('./evaluation/evaluation-view.tsx')).EvaluationView,
}))

export function SkillPage() {
  const { skillId } = useParams({ from: '/skills/$skillId' })
  const { edit, version, from, to, evaluation } = useSearch({ from: '/skills/$skillId' })
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: read } = useSuspenseQuery(skillQuery(skillId))
  const { skill } = read
  useTitle(skill.name, 'Skills')
  const evaluates = mayWriteSkills(me)
  const writable = evaluates && skill.source === 'WORKSPACE'
  return (
    <div className={`page ${styles.page}`}>
      {edit || from !== undefined || evaluation !== undefined ? (
        <Link to="/skills/$skillId" params={{ skillId }} className={styles.back}>
          <BackIcon /> {skill.name}
        </Link>
      ) : (
        <Link to="/skills" className={styles.back}>
          <BackIcon /> All skills
        </Link>
      )}
      <Suspense fallback={<Spinner label="Loading" />}>
        {edit && writable ? (
          <SkillEditor key={skillId} skill={skill} />
        ) : from !== undefined && to !== undefined ? (
          <CompareVersions skill={skill} from={from} to={to} />
        ) : evaluation !== undefined && evaluates ? (
          <EvaluationView skill={skill} shown={evaluation === true ? undefined : evaluation} />
        ) : (
          <SkillReader read={read} writable={writable} evaluates={evaluates} version={version} />
        )}
      </Suspense>
    </div>
  )
}
