// A skill rendered for reading, with its details and versions at the side.
import type { Skill } from '@dailies/sdk'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { useTrashTime } from '../trash/trash-days.ts'
import { showDeleted, useRestore } from '../trash/use-restore.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { readDraft } from './draft.ts'
import { ProposalNote } from './proposal.tsx'
import { defaultVersion, type ReadSkill, skillsQuery, versionTextQuery } from './queries.ts'
import styles from './skill-page.module.css'
import { SkillText } from './skill-text.tsx'
import { DraftNote, VersionList } from './version-list.tsx'

export function SkillReader({
  read,
  writable,
  evaluates,
  version,
}: {
  read: ReadSkill
  writable: boolean
  evaluates: boolean
  version: number | undefined
}) {
  const { skill } = read
  const asked = skill.versions.find((one) => one.version === version)
  const shown = asked ?? defaultVersion(skill) ?? skill.versions.at(-1)
  return (
    <>
      <SkillHead read={read} writable={writable} evaluates={evaluates} />
      <ProposalNote read={read} writable={writable} />
      <div className={styles.columns}>
        <div className={styles.text}>
          {shown?.draft && <DraftNote skill={skill} version={shown} writable={writable} />}
          {shown ? <VersionText id={shown.id} /> : <NoText skill={skill} writable={writable} />}
        </div>
        <aside className={styles.aside} aria-label="About the skill">
          <VersionList skill={skill} shown={shown?.id} writable={writable} />
          <Facts skill={skill} />
        </aside>
      </div>
    </>
  )
}

function VersionText({ id }: { id: string }) {
  const { data } = useSuspenseQuery(versionTextQuery(id))
  return <SkillText text={data.markdown} />
}

function NoText({ skill, writable }: { skill: Skill; writable: boolean }) {
  return (
    <div className={styles.none}>
      <p>No version published. Agents see this skill when it has a text.</p>
      {writable && <EditLink skill={skill} label="Write first version" />}
    </div>
  )
}

function EditLink({ skill, label }: { skill: Skill; label: string }) {
  return (
    <Link
      to="/skills/$skillId"
      params={{ skillId: skill.id }}
      search={{ edit: true }}
      className={buttonClass('main')}
    >
      {label}
    </Link>
  )
}

function SkillHead({
  read,
  writable,
  evaluates,
}: {
  read: ReadSkill
  writable: boolean
  evaluates: boolean
}) {
  const { skill } = read
  const [open, setOpen] = useState<'details' | 'delete'>()
  return (
    <header className={styles.head}>
      <div className={styles.titles}>
        <h1>{skill.name}</h1>
        <p className="quiet">{skill.description}</p>
      </div>
      <div className={styles.actions}>
        {writable && skill.default !== null && (
          <EditLink skill={skill} label={readDraft(skill.id) ? 'Continue draft' : 'Edit text'} />
        )}
        {evaluates && skill.versions.length > 0 && (
          <Link
            to="/skills/$skillId"
            params={{ skillId: skill.id }}
            search={{ evaluation: true }}
            className={buttonClass()}
          >
            Evaluation
          </Link>
        )}
        {writable && <Button onClick={() => setOpen('details')}>Details</Button>}
        {writable && (
          <Button look="danger" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        )}
      </div>
      {!writable && (
        <p className="quiet small">
          {skill.source === 'BUILT_IN' ? 'Built in: it cannot be changed.' : 'Read only.'}
        </p>
      )}
      {open === 'details' && <DetailsDialog read={read} onClose={() => setOpen(undefined)} />}
      <DeleteSkill skill={skill} open={open === 'delete'} onClose={() => setOpen(undefined)} />
    </header>
  )
}

function DeleteSkill({ skill, open, onClose }: { skill: Skill; open: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const time = useTrashTime()
  const record = { kind: 'SKILL' as const, id: skill.id, name: skill.name, projectId: null }
  const restore = useRestore(record)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.skills.delete(skill.id),
    async onSuccess() {
      queries.setQueryData(skillsQuery.queryKey, (list) => list?.filter(({ id }) => id !== skill.id))
      await navigate({ to: '/skills' })
      queries.removeQueries({ queryKey: [...keys.skills, skill.id] })
      void queries.invalidateQueries({ queryKey: keys.trash(null) })
      showDeleted(record, restore.mutate)
    },
    meta: { ownErrors: true },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${skill.name}?`}
      action="Delete skill"
      onConfirm={() => mutate()}
      busy={isPending}
      error={error}
    >
      It moves to the trash with all its versions. Members of the workspace can restore it for {time}.
    </ConfirmDialog>
  )
}

function Facts({ skill: { source, license, allowedTools, metadata } }: { skill: Skill }) {
  const facts: [string, string][] = [
    ['From', source === 'BUILT_IN' ? 'Dailies' : 'This workspace'],
    ...(license ? [['Licence', license] as [string, string]] : []),
    ...(allowedTools?.length ? [['Allowed tools', allowedTools.join(', ')] as [string, string]] : []),
    ...Object.entries(metadata ?? {}),
  ]
  return (
    <section aria-label="Details">
      <h2>Details</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
