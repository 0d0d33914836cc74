// The accent colour of the workspace: on the pages that clients see, made readable in both themes.
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { client } from '../data/client.ts'
import { accountQuery, keys } from '../data/queries.ts'
import { accentIn } from '../ui/accent.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import styles from './accent-form.module.css'
import { Sheet } from './section-layout.tsx'

/** The accent of the app in the light theme, for those who have not chosen one. */
const usual = '#b03a0b'

export function AccentForm() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { accentColor } = me.workspace
  const [colour, setColour] = useState(accentColor ?? usual)
  const queries = useQueryClient()
  const id = useId()
  const save = useMutation({
    mutationFn: (next: string | null) => client.workspace.update({ accentColor: next }),
    async onSuccess(_nothing, next) {
      if (next === null) setColour(usual)
      await queries.invalidateQueries({ queryKey: keys.account })
      showDone('Workspace saved.')
    },
    meta: { ownErrors: true },
  })
  return (
    <Sheet title="Accent colour">
      <Form onSubmit={() => save.mutate(colour)}>
        <p className="quiet">
          Clients see it, with the avatar as your logo, on the pages of your shares. Where text would be hard
          to read, it becomes darker or lighter.
        </p>
        <div className={styles.row}>
          <label htmlFor={id}>Colour</label>
          <input
            id={id}
            type="color"
            className={styles.colour}
            value={colour}
            onChange={({ currentTarget }) => setColour(currentTarget.value)}
          />
          {(['light', 'dark'] as const).map((theme) => (
            <Sample key={theme} theme={theme} colour={colour} />
          ))}
        </div>
        <ProblemNote error={save.error} />
        <div className={styles.row}>
          <Button type="submit" look="main" busy={save.isPending}>
            Save colour
          </Button>
          {accentColor !== null && (
            <Button busy={save.isPending} onClick={() => save.mutate(null)}>
              Remove colour
            </Button>
          )}
        </div>
      </Form>
    </Sheet>
  )
}

/** A button as clients see it. */
function Sample({ theme, colour }: { theme: 'light' | 'dark'; colour: string }) {
  const { accent, onAccent } = accentIn(theme, colour)
  return (
    <span className={styles.sample} style={{ colorScheme: theme }} aria-hidden="true">
      <span style={{ background: accent, color: onAccent }}>Open</span>
    </span>
  )
}
