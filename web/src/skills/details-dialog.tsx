// Edits the details of a skill. Concurrent changes are not overwritten: both values are shown, and the person chooses.
import { DailiesError, type Skill } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { parseDetails, type TypedDetails, typedDetails, wrongPair } from './details.ts'
import { DetailsFields } from './details-form.tsx'
import { type ReadSkill, readSkill } from './queries.ts'
import styles from './skill-page.module.css'

export function DetailsDialog({ read, onClose }: { read: ReadSkill; onClose: () => void }) {
  const { id } = read.skill
  const [typed, setTyped] = useState(() => typedDetails(read.skill))
  /** The details on the server, as last loaded. */
  const [known, setKnown] = useState(read)
  const [theirs, setTheirs] = useState<Skill>()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.skills.update(id, parseDetails(typed), { ifMatch: known.eTag }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.skills })
      onClose()
      showDone('Skill saved.')
    },
    async onError(refused) {
      if (!isOutdated(refused)) return
      const now = await readSkill(id)
      setKnown(now)
      setTheirs(now.skill)
    },
    meta: { ownErrors: true },
  })
  const conflict = isOutdated(error) && theirs !== undefined
  return (
    <Dialog open onClose={onClose} title="Skill details">
      <Form onSubmit={() => mutate()}>
        {conflict && (
          <p className={styles.conflict} role="alert">
            Somebody else changed this skill in the meantime. Your text is still here; theirs is shown below
            each field. Save again to keep yours.
          </p>
        )}
        <DetailsFields
          typed={typed}
          onTyped={setTyped}
          error={error}
          beside={(field) =>
            theirs && <Theirs field={field} theirs={typedDetails(theirs)} typed={typed} onTyped={setTyped} />
          }
        />
        {!conflict && <ProblemNote error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            busy={isPending}
            disabled={wrongPair(typed.metadata) !== undefined}
          >
            {conflict ? 'Save mine' : 'Save'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function isOutdated(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 412
}

function Theirs({
  field,
  theirs,
  typed,
  onTyped,
}: {
  field: keyof TypedDetails
  theirs: TypedDetails
  typed: TypedDetails
  onTyped: (typed: TypedDetails) => void
}) {
  if (theirs[field] === typed[field]) return null
  return (
    <div className={styles.theirs}>
      <p className={styles.typed}>
        <span className="quiet small">Theirs:</span> {theirs[field] === '' ? 'nothing' : theirs[field]}
      </p>
      <Button small onClick={() => onTyped({ ...typed, [field]: theirs[field] })}>
        Use theirs
      </Button>
    </div>
  )
}
