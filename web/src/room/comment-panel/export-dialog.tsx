// Exports comments with options: which of them, and the timecode that the timeline starts at.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../comments/download.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { fieldError } from '../../ui/error-messages.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import styles from './import-dialog.module.css'

export type ExportSettings<Format extends string> = {
  format: Format
  resolved: boolean | null
  startTimecode: string | null
  dropFrame: boolean | null
}

const shownComments = [
  ['all', 'All'],
  ['open', 'Open only'],
  ['resolved', 'Resolved only'],
] as const

const countings = [
  ['auto', 'As in the file'],
  ['drop', 'Drop-frame'],
  ['plain', 'Non-drop-frame'],
] as const

export function ExportDialog<Format extends string>({
  formats,
  description,
  withDropFrame,
  exportAs,
  onClose,
}: {
  formats: readonly (readonly [Format, string])[]
  description: string
  /** Whether the frame rate has drop-frame timecode. */
  withDropFrame: boolean
  exportAs: (settings: ExportSettings<Format>) => Promise<{ url: string }>
  onClose: () => void
}) {
  const [format, setFormat] = useState(formats[0]![0])
  const [shown, setShown] = useState<(typeof shownComments)[number][0]>('all')
  const [counting, setCounting] = useState<(typeof countings)[number][0]>('auto')
  const [start, setStart] = useState('')
  const run = useMutation({
    mutationFn: () =>
      exportAs({
        format,
        resolved: shown === 'all' ? null : shown === 'resolved',
        startTimecode: start === '' ? null : start,
        dropFrame: counting === 'auto' ? null : counting === 'drop',
      }),
    onSuccess({ url }) {
      download(url)
      onClose()
    },
    meta: { ownErrors: true },
  })
  const startError = fieldError(run.error, '/startTimecode')
  return (
    <Dialog open onClose={onClose} title="Export comments" description={description}>
      <form
        className={styles.content}
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate()
        }}
      >
        <SelectField label="Format" value={format} options={formats} onValue={setFormat} />
        <SelectField label="Comments" value={shown} options={shownComments} onValue={setShown} />
        <TextField
          label="Timecode of the first frame"
          hint="Leave it empty for the source timecode of the file, or 01:00:00:00."
          placeholder="01:00:00:00"
          error={startError}
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value.trim())}
        />
        {withDropFrame && (
          <SelectField label="Timecode counts" value={counting} options={countings} onValue={setCounting} />
        )}
        {startError === undefined && <ProblemNote error={run.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" busy={run.isPending}>
            Export
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
