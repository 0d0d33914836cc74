import { Avatar } from '../ui/avatar.tsx'
import type { Candidate } from './candidates.ts'
import styles from './composer.module.css'
import { useDiscussion } from './discussion-context.ts'

type MentionListProps = {
  id: string
  people: readonly Candidate[]
  chosen: number
  onTake: (person: Candidate) => void
}

export function MentionList({ id, people, chosen, onTake }: MentionListProps) {
  const { target } = useDiscussion()
  const unseeing = `cannot see this ${target.fileId === undefined ? 'project' : 'file'}`
  return (
    <>
      <span className="unseen" role="status">
        {people.length > 0 && announcement(people, chosen, unseeing)}
      </span>
      {people.length > 0 && (
        <div id={id} role="listbox" aria-label="People" className={styles.people}>
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys.
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              aria-disabled={!person.sees}
              className={styles.person}
              // Leave the focus in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => person.sees && onTake(person)}
            >
              {person.id === null ? (
                <>
                  everyone <span className={styles.note}>all members who can see this</span>
                </>
              ) : (
                <>
                  <Avatar name={person.name} url={person.avatarUrl} id={person.id} size={22} />
                  <span className={styles.name}>{person.name}</span>
                  {!person.sees && <span className={styles.note}>{unseeing}</span>}
                </>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function announcement(people: readonly Candidate[], chosen: number, unseeing: string): string {
  const person = people[chosen]
  if (!person) return `${people[0]!.name} ${unseeing}`
  const choices = people.filter(({ sees }) => sees).length
  return `${choices} ${choices > 1 ? 'people' : 'person'}: ${person.name}`
}
