import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { noLimits } from './connection-limits.ts'
import { LimitFields } from './connection-page.tsx'
import { ScopePicker } from './scope-picker.tsx'
import styles from './scopes.module.css'
import { readingScopes, type Scope } from './scopes.ts'
import { ShownOnce } from './section-layout.tsx'
import { apiKeysQuery } from './settings-queries.ts'

const lifetimes = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['', 'Never'],
] as const

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(readingScopes)
  const [may, setMay] = useState(noLimits)
  const [days, setDays] = useState<(typeof lifetimes)[number][0]>('90')
  const queries = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      client.apiKeys.create({
        name: name.trim(),
        scopes: [...scopes],
        ...may,
        expiresInDays: days === '' ? null : Number(days),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    // The response contains the key: it is cached only while it is shown.
    gcTime: 0,
    meta: { ownErrors: true },
  })
  if (data) {
    return (
      <Dialog open onClose={onClose} title={`Key ${name.trim()}`}>
        <ShownOnce label="Copy it now: it is shown only once." text={data.key} />
        <DialogButtons>
          <Button onClick={onClose}>Done</Button>
        </DialogButtons>
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Create key" wide>
      <Form onSubmit={() => mutate()}>
        <TextField
          label="Name"
          hint="What is it for?"
          required
          maxLength={100}
          value={name}
          error={fieldError(error, '/name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SelectField label="Expires" options={lifetimes} value={days} onValue={setDays} />
        <ScopePicker scopes={scopes} onScopes={setScopes} />
        <fieldset className={styles.group}>
          <legend>Sensitive actions</legend>
          <p className="quiet small">Untick what it must not do, whatever its permissions.</p>
          <div className={styles.limits}>
            <LimitFields limits={may} onLimits={(change) => setMay({ ...may, ...change })} />
          </div>
        </fieldset>
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending} disabled={scopes.length === 0}>
            Create key
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
