// Adds an example from a file and its comments, or edits its expected notes.
import type { Comment, File, PlacedNote, SkillExample } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChooseFileDialog } from '../../checks/profiles/choose-file-dialog.tsx'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { fieldError } from '../../ui/error-messages.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showDone } from '../../ui/toasts.tsx'
import styles from './evaluation.module.css'
import { noPlace, notesOf } from './notes.ts'

/** More comments than these are not taken over: a person looks at each note. */
const maxNotes = 200

export function NewExample({ skillId, onClose }: { skillId: string; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const found = useQuery({
    queryKey: keys.file(file?.id ?? '', 'notes for an example'),
    enabled: file !== undefined,
    queryFn: ({ signal }) => notesOn(file!.id, signal),
    meta: { ownErrors: true },
  })
  if (file === undefined) return <ChooseFileDialog place={null} onClose={onClose} onFile={setFile} />
  if (found.data === undefined)
    return (
      <Dialog open onClose={onClose} title="New example">
        {found.error ? <ProblemNote error={found.error} /> : <Spinner label="Loading comments" />}
      </Dialog>
    )
  return (
    <ExampleForm
      title="New example"
      action="Add example"
      given={{ name: file.name.slice(0, 100), expected: found.data }}
      save={({ name, expected }) => client.skillExamples.create(skillId, { name, expected, fileId: file.id })}
      onClose={onClose}
    />
  )
}

async function notesOn(fileId: string, signal: AbortSignal): Promise<PlacedNote[]> {
  const { media } = await client.files.get(fileId, { signal })
  const comments: Comment[] = []
  for await (const comment of client.comments.listOnFile(fileId, {}, { signal })) {
    comments.push(comment)
    if (comments.length >= maxNotes) break
  }
  return notesOf(comments, media)
}

export function EditExample({ example, onClose }: { example: SkillExample; onClose: () => void }) {
  return (
    <ExampleForm
      title="Expected notes"
      action="Save"
      given={example}
      save={(fields) => client.skillExamples.update(example.id, fields)}
      onClose={onClose}
    />
  )
}

type Fields = { name: string; expected: PlacedNote[] }
/** The key stays with its note when another one is removed. */
type Keyed = { key: number; note: PlacedNote }

function ExampleForm({
  title,
  action,
  given,
  save,
  onClose,
}: {
  title: string
  action: string
  given: Fields
  save: (fields: Fields) => Promise<unknown>
  onClose: () => void
}) {
  const [name, setName] = useState(given.name)
  const [notes, setNotes] = useState<Keyed[]>(() => given.expected.map((note, key) => ({ key, note })))
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => save({ name: name.trim(), expected: notes.map(({ note }) => note) }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.skills })
      onClose()
      showDone('Example saved.')
    },
    meta: { ownErrors: true },
  })
  const isComplete = name.trim() !== '' && notes.every(({ note }) => note.text.trim() !== '')
  const add = () =>
    setNotes([
      ...notes,
      { key: Math.max(0, ...notes.map(({ key }) => key)) + 1, note: { ...noPlace, text: '' } },
    ])
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="A good review of this file has these notes. Leave the list empty for a file without faults."
      wide
    >
      <Form onSubmit={() => mutate()}>
        <TextField
          label="Name"
          maxLength={100}
          value={name}
          error={fieldError(error, '/name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ol className={styles.fields} aria-label="Expected notes">
          {notes.map(({ key, note }, index) => (
            <NoteFields
              key={key}
              number={index + 1}
              note={note}
              onNote={(changed) =>
                setNotes(notes.map((one) => (one.key === key ? { key, note: changed } : one)))
              }
              onRemove={() => setNotes(notes.filter((one) => one.key !== key))}
            />
          ))}
        </ol>
        <Button small onClick={add} disabled={notes.length >= maxNotes}>
          Add note
        </Button>
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending} disabled={!isComplete}>
            {action}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function NoteFields({
  number,
  note,
  onNote,
  onRemove,
}: {
  number: number
  note: PlacedNote
  onNote: (note: PlacedNote) => void
  onRemove: () => void
}) {
  const place = (label: string, field: 'firstFrame' | 'lastFrame' | 'page') => (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={field === 'page' ? 1 : 0}
      value={note[field] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onNote({ ...note, [field]: value === '' ? null : Number(value) })
      }
    />
  )
  return (
    <li className={styles.noteFields} aria-label={`Note ${number}`}>
      <TextField
        label="Note"
        maxLength={5000}
        value={note.text}
        onChange={({ currentTarget }) => onNote({ ...note, text: currentTarget.value })}
      />
      {note.page === null && note.firstMs === null && (
        <>
          {place('First frame', 'firstFrame')}
          {place('Last frame', 'lastFrame')}
        </>
      )}
      {note.page !== null && place('Page', 'page')}
      <IconButton small label={`Remove note ${number}`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}
