import { useEffect, useRef, useState } from 'react'
import type { Pen, Shape } from '../room.ts'
import styles from './drawing.module.css'
import { textShape } from './geometry.ts'
import { lineHeight } from './shape-view.tsx'
import type { Point } from './simplify.ts'

type TextEntryProps = { pen: Pen; at: Point; onDone: (shape: Shape | undefined) => void }

/** Text on the image, typed where it will appear. Enter adds it. */
export function TextEntry({ pen, at, onDone }: TextEntryProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const done = () => onDone(text.trim() === '' ? undefined : textShape(pen, at, text.trim()))
  const height = textShape(pen, at, '').width
  return (
    <input
      ref={field}
      className={styles.entry}
      aria-label="Text on the image"
      maxLength={200}
      value={text}
      style={{
        left: `${at[0] * 100}%`,
        top: `${at[1] * 100}%`,
        color: pen.colour,
        fontSize: `calc(${(height * 100) / lineHeight} * 1cqh)`,
      }}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') done()
        else if (event.key === 'Escape') onDone(undefined)
      }}
    />
  )
}
