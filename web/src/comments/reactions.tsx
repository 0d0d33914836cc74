import type { Comment } from '@dailies/sdk'
import { useParticipant } from '../data/participant.ts'
import styles from './comment.module.css'
import { useAct, useDiscussion, usePeople } from './discussion-context.ts'

/** Each emoji with the people who reacted with it. A click adds or removes your own reaction. */
export function Reactions({ comment }: { comment: Comment }) {
  const discussion = useDiscussion()
  const act = useAct()
  const mayReact = useParticipant().comment
  const people = usePeople()
  if (comment.reactions.length === 0) return null
  const nameOf = (id: string) => {
    if (id === discussion.me.id) return 'You'
    const known = people.find((person) => person.id === id) ?? authorOf(id)
    return known?.name ?? 'Former member'
  }
  /** Names of people who are not members of the project come from their comments. */
  const authorOf = (id: string) => {
    const { items: comments } = discussion.view.get().threads.store.get()
    return comments.find(({ author }) => author?.id === id)?.author
  }
  return (
    <ul className={styles.reactions} aria-label="Reactions">
      {comment.reactions.map(({ type, count, users }) => {
        const names = listed(users.map(({ id }) => nameOf(id)))
        const isMine = users.some(({ id }) => id === discussion.me.id)
        return (
          <li key={type}>
            <button
              type="button"
              className={styles.reaction}
              aria-pressed={isMine}
              disabled={!mayReact}
              aria-label={`${type} ${count} from ${names}`}
              title={names}
              onClick={() => act(() => discussion.react(comment, type))}
            >
              <span aria-hidden="true">{type}</span> {count}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

function listed(names: string[]): string {
  const shown = names.slice(0, 12)
  const others = names.length - shown.length
  return list.format(others > 0 ? [...shown, `${others} more`] : shown)
}
