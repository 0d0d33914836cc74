import type { FileDetails } from '@dailies/sdk'
import { type FormEvent, useState } from 'react'
import styles from './header.module.css'
import { useUpdateFile } from './use-update-file.ts'

/** The name; contributors click it to rename the file. */
export function FileName({ file, editable }: { file: FileDetails; editable: boolean }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <NameForm file={file} onDone={() => setEditing(false)} />
  return (
    <h1 className={styles.name} title={file.name}>
      {editable ? (
        <button
          type="button"
          className={styles.rename}
          onClick={() => setEditing(true)}
          aria-label={`${file.name}, rename`}
        >
          {file.name}
        </button>
      ) : (
        file.name
      )}
    </h1>
  )
}

function NameForm({ file, onDone }: { file: FileDetails; onDone: () => void }) {
  const update = useUpdateFile(file)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name !== '' && name !== file.name) update.mutate({ name })
    onDone()
  }
  return (
    <form className={styles.nameForm} onSubmit={save}>
      <input
        name="name"
        aria-label="Name of the file"
        defaultValue={file.name}
        maxLength={255}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was just pressed.
        autoFocus
        onFocus={(event) => selectStem(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        onBlur={(event) => event.currentTarget.form?.requestSubmit()}
      />
    </form>
  )
}

/** Selects the name without its extension, which people rarely change. */
function selectStem(input: HTMLInputElement): void {
  const dot = input.value.lastIndexOf('.')
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length)
}
