import type { FileDetails } from '@dailies/sdk'
import type { FormEvent, KeyboardEvent } from 'react'
import { useCounting } from '../../room/counting.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import styles from '../../ui/form.module.css'
import { ProblemNote } from '../../ui/problem.tsx'
import { useWaive } from '../checks-queries.ts'
import { type Finding, findingLabel } from '../finding-text.ts'
import { ruleName } from '../rule-names.ts'

export function WaiveDialog({
  file,
  finding,
  onClose,
}: {
  file: FileDetails
  finding: Finding
  onClose: () => void
}) {
  const waive = useWaive(file.id, finding)
  const place = findingLabel(finding, file.media, useCounting()) ?? 'Whole file'
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    if (reason !== '') waive.mutate(reason, { onSuccess: onClose })
  }
  function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Waive this finding?"
      description={`${ruleName(finding.rule)}, ${place}: ${finding.message}`}
    >
      <form className={styles.form} onSubmit={submit} onKeyDown={sendByKey}>
        <TextArea
          label="Reason"
          name="reason"
          required
          maxLength={1000}
          placeholder="A fade to black, as planned"
          hint="Everybody in the project sees it. The waiver also holds for later revisions, where the same finding stands."
        />
        <ProblemNote error={waive.error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={waive.isPending}>
            Waive
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
