import type { Skill } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { CheckField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { DiffView } from './diff-view.tsx'
import { dropDraft } from './draft.ts'
import { countChanges, diffLines } from './line-diff.ts'
import { latestVersion, readSkill, versionTextQuery } from './queries.ts'
import styles from './skill-page.module.css'

const DraftEvaluation = lazy(async () => ({
  default: (await import('./evaluation/draft-evaluation.tsx')).DraftEvaluation,
}))

type Base = { version: number; text: string }

/** Checks before publishing whether another person has published meanwhile: then both texts are shown. */
export function PublishDialog({
  skill,
  text,
  begunOn,
  latest: known,
  onClose,
}: {
  skill: Skill
  text: string
  /** The version that the text is based on; 0 for none. */
  begunOn: number
  /** The newest version when the editor was opened. */
  latest: Base
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const [isDefault, setIsDefault] = useState(true)
  const [base, setBase] = useState(known)
  const overtaken = base.version !== begunOn
  const next = Math.max(base.version, skill.versions.at(-1)?.version ?? 0) + 1
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    async mutationFn() {
      const latest = latestVersion((await readSkill(skill.id)).skill)
      if (latest && latest.version !== base.version) {
        const { markdown } = await queries.fetchQuery(versionTextQuery(latest.id))
        setBase({ version: latest.version, text: markdown })
        return undefined
      }
      return client.skillVersions.publish(skill.id, {
        content: text,
        note: note.trim() || null,
        isDefault,
      })
    },
    async onSuccess(published) {
      await queries.invalidateQueries({ queryKey: keys.skills })
      if (published === undefined) return
      dropDraft(skill.id)
      await navigate({
        to: '/skills/$skillId',
        params: { skillId: skill.id },
        search: isDefault ? {} : { version: published.version },
      })
      showDone(`Version ${published.version} published.`)
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog open onClose={onClose} title={`Publish version ${next}`} wide>
      <Form onSubmit={() => mutate()}>
        {overtaken && (
          <p className={styles.conflict} role="alert">
            {`Version ${base.version} was published while you wrote. Both texts are kept: theirs is version ${base.version}, yours is below. Close this dialog to merge their changes, or publish yours after it.`}
          </p>
        )}
        <TextField
          label="Note"
          hint="What changed in this version?"
          maxLength={1024}
          value={note}
          error={fieldError(error, '/note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <CheckField
          label="Make default"
          hint="Agents use the default version."
          checked={isDefault}
          disabled={base.version === 0}
          onChange={(event) => setIsDefault(event.currentTarget.checked)}
        />
        <Suspense>
          <DraftEvaluation skill={skill} text={text} />
        </Suspense>
        {base.version > 0 && <Changes base={base} text={text} />}
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>{overtaken ? 'Back to the text' : 'Cancel'}</Button>
          <Button type="submit" look="main" busy={isPending}>
            {overtaken ? `Publish mine as version ${next}` : 'Publish'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function Changes({ base, text }: { base: Base; text: string }) {
  // Deferred: comparing a large text takes a while, and must not slow down typing a note.
  const lines = useMemo(() => diffLines(base.text, text), [base, text])
  const { added, removed } = countChanges(lines)
  return (
    <details className={styles.changes} open={base.version > 0}>
      <summary>
        Since version {base.version}: {added} {added === 1 ? 'line' : 'lines'} added, {removed} removed
      </summary>
      <DiffView lines={lines} />
    </details>
  )
}
