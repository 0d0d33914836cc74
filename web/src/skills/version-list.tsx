import { DailiesError, type Skill } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Time } from '../ui/time.tsx'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { authorOf, defaultVersion, type ReadSkill, skillQuery, versionTextQuery } from './queries.ts'
import styles from './skill-page.module.css'

type Version = Skill['versions'][number]

export function VersionList({
  skill,
  shown,
  writable,
}: {
  skill: Skill
  shown: string | undefined
  writable: boolean
}) {
  const [first, second] = skill.versions.slice(-2)
  if (first === undefined) return null
  return (
    <section aria-label="Versions">
      <h2>Versions</h2>
      <ol className={styles.versions}>
        {skill.versions.toReversed().map((version) => (
          <VersionItem
            key={version.id}
            skill={skill}
            version={version}
            current={version.id === shown}
            writable={writable}
          />
        ))}
      </ol>
      {second && (
        <Link
          className="target"
          to="/skills/$skillId"
          params={{ skillId: skill.id }}
          search={{ from: first.version, to: second.version }}
        >
          Compare versions
        </Link>
      )}
    </section>
  )
}

function VersionItem({
  skill,
  version,
  current,
  writable,
}: {
  skill: Skill
  version: Version
  current: boolean
  writable: boolean
}) {
  const isDefault = skill.default?.id === version.id
  return (
    <li className={styles.version} data-current={current || undefined}>
      <div>
        <Link
          className="target"
          to="/skills/$skillId"
          params={{ skillId: skill.id }}
          search={{ version: version.version }}
          aria-current={current || undefined}
        >
          Version {version.version}
        </Link>{' '}
        {isDefault && <span className={styles.default}>Default</span>}
        {version.draft && <span className={styles.draft}>Draft</span>}
        {version.note !== null && <p>{version.note}</p>}
        <p className="quiet small">
          {authorOf(version)}, <Time of={version.createdAt} />
        </p>
      </div>
      {writable && !isDefault && <VersionMenu skill={skill} version={version} />}
    </li>
  )
}

function VersionMenu({ skill, version }: { skill: Skill; version: Version }) {
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const makeDefault = useMakeDefault(skill)
  const used = defaultVersion(skill)
  return (
    <>
      <Menu label={`More for version ${version.version}`} trigger={<MoreIcon />}>
        <MenuItem onClick={() => makeDefault(version)}>{version.draft ? 'Publish' : 'Make default'}</MenuItem>
        {used && (
          <MenuItem
            onClick={() =>
              void navigate({
                to: '/skills/$skillId',
                params: { skillId: skill.id },
                search: { from: used.version, to: version.version },
              })
            }
          >
            Compare with the default
          </MenuItem>
        )}
        <MenuItem danger onClick={() => setConfirming(true)}>
          Delete
        </MenuItem>
      </Menu>
      <DeleteVersion
        skill={skill}
        version={version}
        open={isConfirming}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}

function DeleteVersion({
  skill,
  version,
  open,
  onClose,
}: {
  skill: Skill
  version: Version
  open: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.skillVersions.delete(version.id),
    async onSuccess() {
      await navigate({ to: '/skills/$skillId', params: { skillId: skill.id } })
      // Its text is not loaded again.
      queries.removeQueries({ queryKey: versionTextQuery(version.id).queryKey })
      await queries.invalidateQueries({ queryKey: keys.skills })
      showDone(`Version ${version.version} deleted.`)
    },
    meta: { ownErrors: true },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete version ${version.version}?`}
      action="Delete version"
      onConfirm={() => mutate()}
      busy={isPending}
      error={error}
    >
      This cannot be undone. The number is not used again.
    </ConfirmDialog>
  )
}

/** Says that agents do not read a draft, and publishes or deletes it. */
export function DraftNote({
  skill,
  version,
  writable,
}: {
  skill: Skill
  version: Version
  writable: boolean
}) {
  const [isConfirming, setConfirming] = useState(false)
  const makeDefault = useMakeDefault(skill)
  const used = defaultVersion(skill)
  return (
    <section className={styles.proposal} aria-label="Draft">
      <p>
        <strong>Draft.</strong> {authorOf(version)}, <Time of={version.createdAt} />. Agents do not read it
        until you publish it.
      </p>
      <div className={styles.actions}>
        {writable && (
          <Button look="main" small onClick={() => makeDefault(version)}>
            Publish
          </Button>
        )}
        {writable && (
          <Button small onClick={() => setConfirming(true)}>
            Delete…
          </Button>
        )}
        {used && (
          <Link
            className={buttonClass('plain', true)}
            to="/skills/$skillId"
            params={{ skillId: skill.id }}
            search={{ from: used.version, to: version.version }}
          >
            Compare with the default
          </Link>
        )}
      </div>
      <DeleteVersion
        skill={skill}
        version={version}
        open={isConfirming}
        onClose={() => setConfirming(false)}
      />
    </section>
  )
}

/**
 * Applied at once, with an undo. If another person has changed the skill meanwhile, their change is not overwritten.
 */
function useMakeDefault({ id }: Skill): (version: Version) => void {
  const queries = useQueryClient()
  const { queryKey } = skillQuery(id)
  const { mutate } = useMutation({
    mutationFn: ({ version, eTag }: { version: Version; eTag: string | undefined; undoes?: boolean }) =>
      client.skills.update(id, { default: { id: version.id } }, { ifMatch: eTag }),
    async onMutate({ version }) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before)
        queries.setQueryData<ReadSkill>(queryKey, {
          ...before,
          skill: {
            ...before.skill,
            default: { id: version.id },
            versions: before.skill.versions.map((one) =>
              one.id === version.id ? { ...one, draft: false } : one,
            ),
          },
        })
      return { before }
    },
    onError(error, _variables, context) {
      queries.setQueryData(queryKey, context?.before)
      const overtaken = error instanceof DailiesError && error.status === 412
      if (overtaken) showDone('Somebody else changed the skill. Check the versions and choose again.')
      else showProblem(error)
    },
    async onSuccess(_answer, { version, undoes }, { before }) {
      const earlier = before && defaultVersion(before.skill)
      await queries.invalidateQueries({ queryKey: keys.skills })
      const undo = () => {
        const eTag = queries.getQueryData(queryKey)?.eTag
        mutate({ version: earlier!, eTag, undoes: true })
      }
      const done = version.draft ? 'published, and the default now' : 'now the default'
      showDone(`Version ${version.version} is ${done}.`, {
        key: 'default version',
        undo: earlier && !undoes ? undo : undefined,
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
    meta: { ownErrors: true },
  })
  return (version) => mutate({ version, eTag: queries.getQueryData(queryKey)?.eTag })
}
