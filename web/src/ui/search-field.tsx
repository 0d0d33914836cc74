import { type Ref, useRef, useState } from 'react'
import { SearchIcon } from './icons.tsx'
import styles from './search-field.module.css'

/** No request is sent while the person is typing. */
const pauseMs = 250

/** A search field whose text is stored in the URL. */
export function SearchField({
  label,
  value,
  onSearch,
  shortcut,
  ref,
}: {
  label: string
  value: string
  onSearch: (text: string) => void
  shortcut?: string
  ref?: Ref<HTMLInputElement>
}) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const timer = useRef<number>(undefined)
  // The URL was changed by something else, such as the back button.
  if (value !== sent) {
    setSent(value)
    setText(value)
  }
  const search = (next: string) => {
    clearTimeout(timer.current)
    setSent(next.trim())
    onSearch(next.trim())
  }
  return (
    <search className={styles.field}>
      <SearchIcon />
      <input
        ref={ref}
        type="search"
        className={styles.input}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={shortcut ? `${label}  ${shortcut}` : label}
        maxLength={100}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => search(next), pauseMs)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text)
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault()
            setText('')
            search('')
          }
        }}
      />
    </search>
  )
}
