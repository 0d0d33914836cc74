// Asks people for their verdict on a review. Asking somebody again changes the due date and the message.
import type { AccessLink } from '@dailies/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../data/client.ts'
import { usePermissions } from '../data/permissions.ts'
import { isLive, linksQuery, linkTitle } from '../people/links.ts'
import { localDay } from '../projects/deadline.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { parseTime } from '../ui/parse-time.ts'
import { ProblemNote } from '../ui/problem.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showDone } from '../ui/toasts.tsx'
import styles from './ask-dialog.module.css'
import { PeoplePicker } from './people-picker.tsx'
import { type ReviewDetails, reloadReview, reviewQuery } from './review-queries.ts'
import { dueAtOf, type Standing } from './review-texts.ts'
import { reviewersQuery } from './reviewers.ts'

/** Names by id. */
type Chosen = ReadonlyMap<string, string>

type Props = { projectId: string; versionId: string; onClose: () => void }

export function AskDialog({ projectId, versionId, onClose }: Props) {
  const { data: version, error } = useQuery(reviewQuery(versionId))
  const { data: people, error: peopleError } = useQuery(reviewersQuery(versionId))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ask for a review"
      description={version && `People are asked for their verdict on “${version.name}”.`}
    >
      {version && people ? (
        <AskForm projectId={projectId} version={version} requests={people.requests} onClose={onClose} />
      ) : error || peopleError ? (
        <ProblemNote error={error ?? peopleError} />
      ) : (
        <Spinner label="Loading" />
      )}
    </Dialog>
  )
}

type FormProps = {
  projectId: string
  version: ReviewDetails
  requests: Standing['requests']
  onClose: () => void
}

function AskForm({ projectId, version, requests, onClose }: FormProps) {
  const { manage } = usePermissions(projectId)
  const queries = useQueryClient()
  const [people, setPeople] = useState<Chosen>(new Map())
  const [links, setLinks] = useState<Chosen>(new Map())
  // The last request is the best guess, and asking somebody again keeps what it does not change.
  const last = requests.at(-1)
  const ask = useMutation({
    mutationFn(form: FormData) {
      const day = String(form.get('due'))
      return client.reviewRequests.create(version.id, {
        users: [...people.keys()].map((id) => ({ id })),
        links: [...links.keys()].map((id) => ({ id })),
        dueAt: day === '' ? null : dueAtOf(day),
        message: String(form.get('message')).trim() || null,
      })
    },
    meta: { ownErrors: true },
    onSuccess({ requests }) {
      const [name] = people.values()
      showDone(requests.length === 1 && name ? `${name} was asked.` : askedText(requests.length))
      void reloadReview(queries, version)
      onClose()
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    ask.mutate(new FormData(event.currentTarget))
  }
  const count = people.size + links.size
  const asked = new Set(requests.map(({ user }) => user.id))
  const isUpdate = count > 0 && links.size === 0 && [...people.keys()].every((id) => asked.has(id))
  const action = links.size === 0 && people.size > 1 ? `Ask ${people.size} people` : 'Ask'
  return (
    <form className={styles.form} onSubmit={submit}>
      <PeoplePicker
        projectId={projectId}
        version={version}
        requests={requests}
        chosen={people}
        onToggle={({ id, name }) => setPeople(toggled(people, id, name))}
      />
      {manage && (
        <LinkPicker
          projectId={projectId}
          version={version}
          chosen={links}
          onToggle={(link) => setLinks(toggled(links, link.id, linkTitle(link)))}
        />
      )}
      <TextField
        label="Due (optional)"
        name="due"
        type="date"
        defaultValue={last?.dueAt ? localDay(parseTime(last.dueAt)) : ''}
        error={fieldError(ask.error, '/dueAt')}
      />
      <TextArea
        label="Message (optional)"
        name="message"
        rows={2}
        maxLength={2000}
        defaultValue={last?.message ?? ''}
        placeholder="What to look at"
        error={fieldError(ask.error, '/message')}
      />
      <ProblemNote error={ask.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={count === 0} busy={ask.isPending}>
          {isUpdate ? 'Update request' : action}
        </Button>
      </DialogButtons>
    </form>
  )
}

function askedText(count: number): string {
  return count === 0 ? 'Everyone who joins by the link will be asked.' : `${count} people were asked.`
}

function toggled(chosen: Chosen, id: string, name: string): Chosen {
  const next = new Map(chosen)
  if (!next.delete(id)) next.set(id, name)
  return next
}

/** Asks everybody who has joined by a link, and those who will. */
function LinkPicker({
  projectId,
  version,
  chosen,
  onToggle,
}: {
  projectId: string
  version: ReviewDetails
  chosen: Chosen
  onToggle: (link: AccessLink) => void
}) {
  const { data: links, error } = useQuery(linksQuery(projectId))
  const live = links?.filter(isLive) ?? []
  const sees = ({ role }: AccessLink) => role !== 'PROJECT_RESTRICTED_REVIEWER' || version.allowRestricted
  if (error) return <ProblemNote error={error} />
  if (live.length === 0) return null
  return (
    <fieldset className={styles.links}>
      <legend>Everyone who joins by a link</legend>
      <p className="quiet small">Also those who join later, while the review is open.</p>
      <ul className={styles.picker}>
        {live.map((link) => (
          <li key={link.id}>
            <label className={styles.pick}>
              <input
                type="checkbox"
                checked={chosen.has(link.id)}
                disabled={!sees(link)}
                onChange={() => onToggle(link)}
              />
              <LinkIcon />
              <span className={styles.who}>
                <span className={styles.name}>{linkTitle(link)}</span>
                {!sees(link) && (
                  <span className="quiet small">The review is not shown to restricted reviewers</span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
