import type { Passkey } from '@dailies/sdk'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { useListChange } from '../data/list-change.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { PlainProblem } from '../ui/error-messages.ts'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import { EmptyList, ItemList, ListItem, SectionHead } from './section-layout.tsx'

const passkeysQuery = queryOptions({
  queryKey: keys.settings('passkeys'),
  queryFn: ({ signal }) => client.passkeys.list({ signal }),
})

export function PasskeysSection() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery)
  const [adding, setAdding] = useState(false)
  const add = passkeysWork() && (
    <Button look="main" onClick={() => setAdding(true)}>
      Add passkey
    </Button>
  )
  return (
    <>
      <SectionHead title="Passkeys" action={passkeys.length > 0 && add}>
        Sign in with the fingerprint, face or PIN of your device. There is nothing to remember and nothing to
        steal.
      </SectionHead>
      {!passkeysWork() && (
        <p className="quiet">
          This browser cannot create passkeys here. They need a current browser and a secure address (https).
        </p>
      )}
      {passkeys.length > 0 ? (
        <ItemList label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ItemList>
      ) : (
        <EmptyList>
          <p>No passkeys yet. Adding one takes a few seconds.</p>
          {add}
        </EmptyList>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </>
  )
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const { mutate } = useListChange<Passkey, string>(passkeysQuery.queryKey, {
    send: (passkeyId) => client.passkeys.delete(passkeyId),
    change: (item, passkeyId) => (item.id === passkeyId ? undefined : item),
    done: () => 'Passkey deleted.',
  })
  return (
    <ListItem
      title={name}
      about={
        <>
          Added <Time of={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              used <Time of={lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
        </>
      }
      actions={
        <>
          <Button small onClick={() => setAsked('rename')} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <Button small onClick={() => setAsked('delete')} aria-label={`Delete ${name}`}>
            Delete
          </Button>
        </>
      }
    >
      {asked === 'rename' && <RenamePasskey passkey={passkey} onClose={() => setAsked(undefined)} />}
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        title={`Delete ${name}?`}
        action="Delete passkey"
        onConfirm={() => {
          setAsked(undefined)
          mutate(id)
        }}
      >
        You can no longer sign in with it. Devices that are signed in stay signed in.
      </ConfirmDialog>
    </ListItem>
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const { mutate } = useListChange<Passkey, { id: string; name: string }>(passkeysQuery.queryKey, {
    send: ({ id, ...fields }) => client.passkeys.rename(id, fields),
    change: (item, change) => (item.id === change.id ? { ...item, ...change } : item),
  })
  return (
    <Dialog open onClose={onClose} title="Rename passkey">
      <Form
        onSubmit={() => {
          onClose()
          mutate({ id: passkey.id, name: name.trim() })
        }}
      >
        <NameField name={name} onName={setName} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main">
            Save
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => makePasskey(name.trim()),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      onClose()
      showDone('Passkey added.')
    },
    meta: { ownErrors: true },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add passkey"
      description="Your browser asks where to store it: on this device, on a phone or on a security key."
    >
      <Form onSubmit={() => mutate()}>
        <NameField name={name} onName={setName} />
        <ProblemNote error={error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={isPending}>
            Continue
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <TextField
      label="Name"
      hint="Where it is stored, such as “Work laptop”."
      required
      maxLength={100}
      value={name}
      onChange={(event) => onName(event.currentTarget.value)}
    />
  )
}

function passkeysWork(): boolean {
  return 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** The browser asks the person, and the server checks the result. */
async function makePasskey(name: string): Promise<void> {
  const options = (await client.passkeys.start()) as PublicKeyCredentialCreationOptionsJSON & object
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch(explain)
  if (!(credential instanceof PublicKeyCredential))
    throw new PlainProblem('The browser did not create a passkey.')
  await client.passkeys.create({ name, response: { ...credential.toJSON() } })
}

function explain(error: DOMException): never {
  if (error.name === 'NotAllowedError') throw new PlainProblem('The passkey was not created. Try again.')
  if (error.name === 'InvalidStateError')
    throw new PlainProblem('This device already has a passkey for your account.')
  throw error
}
