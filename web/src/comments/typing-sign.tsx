import { useTyping } from '../data/presence.ts'
import { useDiscussion } from './discussion-context.ts'
import styles from './typing-sign.module.css'

/** Says who is typing a reply in the thread, or a new comment (null). It is not announced: it changes too often. */
export function TypingSign({ parentId }: { parentId: string | null }) {
  const { target, me } = useDiscussion()
  const people = useTyping(target.fileId, parentId, me)
  if (people.length === 0) return null
  return <p className={styles.sign}>{sentence(people.map(({ name }) => name))}</p>
}

function sentence(names: readonly string[]): string {
  const [first, second] = names
  if (names.length === 1) return `${first} is typing…`
  return names.length === 2 ? `${first} and ${second} are typing…` : `${names.length} people are typing…`
}
