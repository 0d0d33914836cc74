import type { Skill } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTitle } from '../data/page-title.ts'
import { accountQuery } from '../data/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextField } from '../ui/field.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { Time } from '../ui/time.tsx'
import { matchingSkills } from './matching-skills.ts'
import { defaultVersion, mayWriteSkills, skillsQuery } from './queries.ts'
import styles from './skills-page.module.css'

const NewSkillDialog = lazy(async () => ({
  default: (await import('./new-skill-dialog.tsx')).NewSkillDialog,
}))

export function SkillsPage() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: skills } = useSuspenseQuery(skillsQuery)
  const [making, setMaking] = useState(false)
  useTitle('Skills')
  const mayWrite = mayWriteSkills(me)
  const make = mayWrite && (
    <Button look="main" onClick={() => setMaking(true)}>
      <PlusIcon /> New skill
    </Button>
  )
  const trash = mayWrite && (
    <Link to="/skills/trash" className={buttonClass('plain')}>
      Deleted skills
    </Link>
  )
  return (
    <div className="page">
      {skills.length === 0 ? (
        <EmptyState title="No skills yet" isPage>
          <p>
            A skill is a page of Markdown that tells agents how things are done here: how files are named,
            what a good note looks like, which steps a delivery has. Agents find it on their own.
          </p>
          {make || <p className="quiet">Members of the workspace can create one.</p>}
          {trash}
        </EmptyState>
      ) : (
        <>
          <header className={styles.head}>
            <div>
              <h1>Skills</h1>
              <p className="quiet">
                Instructions for agents and people. <a href="/docs/skills">About skills</a>
              </p>
            </div>
            <div className={styles.actions}>
              {trash}
              {make}
            </div>
          </header>
          <SkillList skills={skills} />
        </>
      )}
      <Suspense>{making && <NewSkillDialog onClose={() => setMaking(false)} />}</Suspense>
    </div>
  )
}

const fewSkills = 8

function SkillList({ skills }: { skills: Skill[] }) {
  const [typed, setTyped] = useState('')
  const found = matchingSkills(skills, typed)
  return (
    <>
      {skills.length > fewSkills && (
        <div className={styles.find}>
          <TextField
            label="Search"
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      )}
      {found.length === 0 && <p className="quiet">No matching skills.</p>}
      <ul className={styles.list}>
        {found.map((skill) => (
          <SkillCard key={skill.id} skill={skill} />
        ))}
      </ul>
    </>
  )
}

function SkillCard({ skill }: { skill: Skill }) {
  const { id, name, description, source, updatedAt } = skill
  const used = defaultVersion(skill)
  return (
    <li className={styles.card}>
      <h2>
        <Link to="/skills/$skillId" params={{ skillId: id }}>
          {name}
        </Link>
      </h2>
      <p className={styles.description}>{description}</p>
      <p className="quiet small">
        {source === 'BUILT_IN' ? 'Built in' : 'Workspace'} ·{' '}
        {used ? `version ${used.version}` : 'not published'} · changed <Time of={updatedAt} />
      </p>
      <Waiting skill={skill} />
    </li>
  )
}

/** The work of agents that waits for a person. */
function Waiting({ skill: { proposal, versions } }: { skill: Skill }) {
  const drafts = versions.filter(({ draft }) => draft).length
  if (drafts === 0 && proposal === null) return null
  return (
    <p className={styles.waiting}>
      {drafts > 0 && <span>{drafts === 1 ? 'Draft by an agent' : `${drafts} drafts by agents`}</span>}
      {proposal !== null && <span>Proposed details</span>}
    </p>
  )
}
