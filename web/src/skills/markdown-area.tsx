import { type KeyboardEvent, useRef } from 'react'
import styles from './editor.module.css'
import { type Edit, indent, outdent } from './typing.ts'

/** A text area for Markdown: Tab indents lines, Escape lets Tab move on to the next control, and ⌘S saves. */
export function MarkdownArea({
  text,
  onText,
  onSave,
  describedBy,
}: {
  text: string
  onText: (text: string) => void
  onSave: () => void
  describedBy: string
}) {
  const leaves = useRef(false)
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const area = event.currentTarget
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 's') {
      event.preventDefault()
      onSave()
      return
    }
    const plainTab = event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey
    if (plainTab && !leaves.current) {
      event.preventDefault()
      const change = event.shiftKey ? outdent : indent
      apply(area, change(area.value, area.selectionStart, area.selectionEnd))
    }
    leaves.current = event.key === 'Escape' || (leaves.current && event.key === 'Shift')
  }
  return (
    <textarea
      className={styles.area}
      aria-label="Text, in Markdown"
      aria-describedby={describedBy}
      spellCheck
      maxLength={200_000}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        leaves.current = false
      }}
    />
  )
}

/** Inserted as if it were typed, so that it can be undone. */
function apply(area: HTMLTextAreaElement, { from, to, text, start, end }: Edit): void {
  area.setSelectionRange(from, to)
  // The only API that adds to the browser's undo history; without it, the text is set directly.
  const typed = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!typed) {
    area.setRangeText(text, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(start, end)
}
