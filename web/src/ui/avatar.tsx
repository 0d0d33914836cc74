import styles from './avatar.module.css'

/** Who it is, by a picture or by initials. The name stands beside it or is said elsewhere. */
export function Avatar({ name, url, size = 28 }: { name: string; url?: string | null; size?: number }) {
  const measures = { width: size, height: size, fontSize: size * 0.4 }
  if (url) return <img className={styles.avatar} src={url} alt="" style={measures} />
  // Drawn, not written: no word of a page, and no part of the name of a button around it.
  return <span className={styles.avatar} style={measures} data-initials={initials(name)} aria-hidden="true" />
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
