import styles from './avatar.module.css'
import { personColour } from './person-colour.ts'

type AvatarProps = {
  name: string
  url?: string | null
  /** The user's id: it gives the initials their colour. Without one they are grey. */
  id?: string | undefined
  size?: number
}

/** A person's picture, or the initials on the person's colour. The name is written beside it or in a label. */
export function Avatar({ name, url, id, size = 28 }: AvatarProps) {
  const measures = { width: size, height: size, fontSize: size * 0.4 }
  if (url) return <img className={styles.avatar} src={url} alt="" style={measures} />
  const colours =
    id === undefined ? {} : { background: personColour(id), borderColor: 'transparent', color: '#fff' }
  // The initials are generated content: they are neither text of the page nor part of a button's name.
  return (
    <span
      className={styles.avatar}
      style={{ ...measures, ...colours }}
      data-initials={initials(name)}
      aria-hidden="true"
    />
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
