// The text field of a comment. `@` suggests people; chosen ones are marked, and deleted as a whole.
import { type ComponentProps, type RefCallback, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import styles from './composer.module.css'
import { edited, readDraft } from './draft.ts'
import { MentionList } from './mention-list.tsx'
import { useMentions } from './use-mentions.ts'

const maxLength = 5000

type MentionFieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'> & {
  label: string
  content: string
  setContent: (content: string) => void
  fieldRef?: RefCallback<HTMLTextAreaElement>
}

export function MentionField({ label, content, setContent, fieldRef, ...props }: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const draft = readDraft(content)
  const mentions = useMentions(draft, setContent, field)

  function onInput(element: HTMLTextAreaElement): void {
    const typed = element.value
    const { content: next, caret } = edited(draft, typed, element.selectionStart)
    flushSync(() => setContent(next))
    // The rest of a mention was deleted as well, or one was pasted: the browser has moved the caret to the end.
    if (element.value !== typed) element.setSelectionRange(caret, caret)
  }

  function scroll(): void {
    if (mirror.current && field.current) mirror.current.scrollTop = field.current.scrollTop
  }
  useLayoutEffect(scroll)

  return (
    <>
      <div className={styles.field}>
        <div ref={mirror} className={`${styles.text} ${styles.mirror}`} aria-hidden="true" dir="auto">
          <Marked draft={draft} />
        </div>
        <textarea
          {...props}
          ref={(element) => {
            field.current = element
            return fieldRef?.(element)
          }}
          className={styles.text}
          aria-label={label}
          maxLength={maxLength - (content.length - draft.text.length)}
          value={draft.text}
          dir="auto"
          onChange={(event) => onInput(event.currentTarget)}
          onScroll={scroll}
          onKeyDown={mentions.onKeyDown}
          {...mentions.field}
        />
      </div>
      <MentionList {...mentions.list} />
    </>
  )
}

/** The text of the field, invisible, with the grounds of its mentions. */
function Marked({ draft: { text, marks } }: { draft: ReturnType<typeof readDraft> }) {
  return (
    <>
      {marks.map(({ start, end }, i) => (
        <span key={start}>
          {text.slice(marks[i - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
      {'\u200b'}
    </>
  )
}
