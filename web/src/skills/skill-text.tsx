import { Markdown } from '../ui/markdown.tsx'
import styles from './skill-page.module.css'

const opening = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/

/** The text of a skill. Its front matter is shown as it is written: as Markdown it would be a heading. */
export function SkillText({ text }: { text: string }) {
  const match = opening.exec(text)
  const isFrontMatter = match?.[1] !== undefined && /^[\w-]+[ \t]*:/m.test(match[1])
  if (!match || !isFrontMatter) return <Markdown text={text} />
  return (
    <>
      <pre className={styles.frontMatter}>{match[1]}</pre>
      <Markdown text={text.slice(match[0].length)} />
    </>
  )
}
