import { useState } from 'react'
import styles from './avatar.module.css'
import { personColour } from './person-colour.ts'

type AvatarProps = {
  name: string
  url?: string | null
  /** The user's id, which determines the colour of the initials. Without one they are grey. */
  id?: string | undefined
  size?: number
}

/** A person's avatar, or the initials on the person's colour. The name is written beside it or in a label. */
export function Avatar({ name, url, id, size = 28 }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const measures = { width: size, height: size, fontSize: size * 0.4 }
  if (url && url !== broken)
    return (
      <img
        className={styles.avatar}
        src={sized(url, size)}
        alt=""
        style={measures}
        // The avatar was replaced or removed since the page loaded it.
        onError={() => setBroken(url)}
      />
    )
  const colours =
    id === undefined ? {} : { background: personColour(id), borderColor: 'transparent', color: '#fff' }
  // The initials are generated content: they are neither text of the page nor part of a button's accessible name.
  return (
    <span
      className={styles.avatar}
      style={{ ...measures, ...colours }}
      data-initials={initials(name)}
      aria-hidden="true"
    />
  )
}

/** The smallest size of an avatar on the server that is sharp on a high-density screen. */
function sized(url: string, size: number): string {
  const side = [64, 128].find((one) => one >= size * 2) ?? 512
  return `${url}?size=${side}`
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
