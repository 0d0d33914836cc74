import styles from './comment.module.css'
import { usePeople } from './discussion-context.ts'
import { textParts } from './mentions.ts'

/** The text of a comment: mentions of members are highlighted, URLs become links, the rest is plain text. */
export function CommentText({ text }: { text: string }) {
  const names = usePeople().map(({ name }) => name)
  let at = 0
  return (
    <p className={styles.text} dir="auto">
      {textParts(text, names).map(({ kind, text: part }) => {
        const key = at
        at += part.length
        if (kind === 'mention')
          return (
            <span key={key} className={styles.mention}>
              {part}
            </span>
          )
        if (kind === 'link')
          return (
            <a key={key} href={part} target="_blank" rel="noreferrer noopener nofollow">
              {part}
            </a>
          )
        return part
      })}
    </p>
  )
}
