import { Avatar } from '../ui/avatar.tsx'
import styles from './composer.module.css'
import type { Person } from './discussion-context.ts'

type MentionListProps = {
  id: string
  people: readonly Person[]
  chosen: number
  onTake: (person: Person) => void
}

export function MentionList({ id, people, chosen, onTake }: MentionListProps) {
  return (
    <>
      <span className="unseen" role="status">
        {people.length > 0
          ? `${people.length} ${people.length > 1 ? 'people' : 'person'}: ${people[chosen]!.name}`
          : ''}
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
              className={styles.person}
              // Leave the focus in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(person)}
            >
              <Avatar name={person.name} url={person.avatarUrl} id={person.id} size={22} /> {person.name}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
