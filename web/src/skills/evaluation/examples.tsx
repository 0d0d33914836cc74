import type { Skill, SkillExample } from '@dailies/sdk'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import styles from './evaluation.module.css'
import { examplesQuery } from './evaluation-queries.ts'
import { EditExample, NewExample } from './example-dialog.tsx'

export function Examples({ skill, writable }: { skill: Skill; writable: boolean }) {
  const { data: examples } = useSuspenseQuery(examplesQuery(skill.id))
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={styles.section} aria-label="Examples">
      <header className={styles.sectionHead}>
        <h2>Examples</h2>
        {writable && (
          <Button small onClick={() => setAdding(true)}>
            Add example
          </Button>
        )}
      </header>
      {examples.length === 0 ? (
        <p className="quiet">
          No examples yet. Add a file that people have reviewed: its comments become the notes that the skill
          should find.
        </p>
      ) : (
        <ul className={styles.examples}>
          {examples.map((example) => (
            <Example key={example.id} skill={skill} example={example} writable={writable} />
          ))}
        </ul>
      )}
      {isAdding && <NewExample skillId={skill.id} onClose={() => setAdding(false)} />}
    </section>
  )
}

function Example({ skill, example, writable }: { skill: Skill; example: SkillExample; writable: boolean }) {
  const [open, setOpen] = useState<'edit' | 'answer' | 'delete'>()
  const { name, file, expected, recordings } = example
  const close = () => setOpen(undefined)
  return (
    <li className={styles.example}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className="quiet small">
          {expected.length === 1 ? '1 expected note' : `${expected.length} expected notes`} ·{' '}
          {answersText(recordings)} ·{' '}
          <Link to="/files/$fileId" params={{ fileId: file.id }}>
            {file.name}
          </Link>
        </p>
      </div>
      {writable && (
        <Menu label={`More for ${name}`} trigger={<MoreIcon />}>
          <MenuItem onClick={() => setOpen('edit')}>Edit expected notes</MenuItem>
          {skill.versions.length > 0 && (
            <MenuItem onClick={() => setOpen('answer')}>Record an answer</MenuItem>
          )}
          <MenuItem danger onClick={() => setOpen('delete')}>
            Delete
          </MenuItem>
        </Menu>
      )}
      {open === 'edit' && <EditExample example={example} onClose={close} />}
      {open === 'answer' && <AnswerDialog skill={skill} example={example} onClose={close} />}
      <DeleteExample example={example} open={open === 'delete'} onClose={close} />
    </li>
  )
}

function answersText(recordings: SkillExample['recordings']): string {
  const versions = recordings.flatMap(({ skillVersions }) => skillVersions.map(({ version }) => version))
  if (recordings.length === 0) return 'no recorded answer'
  if (versions.length === 0) return 'an answer to an unpublished text'
  return `answers to version ${versions.sort((a, b) => a - b).join(', ')}`
}

function DeleteExample({
  example,
  open,
  onClose,
}: {
  example: SkillExample
  open: boolean
  onClose: () => void
}) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.skillExamples.delete(example.id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.skills })
      showDone('Example deleted.')
    },
    meta: { ownErrors: true },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${example.name}?`}
      action="Delete example"
      onConfirm={() => mutate()}
      busy={isPending}
      error={error}
    >
      Its recorded answers are deleted with it, and its results in evaluations. The file stays.
    </ConfirmDialog>
  )
}
