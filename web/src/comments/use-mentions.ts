import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Person, usePeople } from './discussion-context.ts'
import { matching, mentionAt } from './mentions.ts'

const most = 6

/** Suggests members while `@` and the beginning of a name are typed; the arrow keys and Enter choose one. */
export function useMentions(
  text: string,
  setText: (text: string) => void,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const id = useId()
  const people = usePeople()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  // A list that was closed with Escape stays closed at this position.
  const [closedAt, setClosedAt] = useState<number>()
  const mention = mentionAt(text, caret)
  const found = mention && mention.start !== closedAt ? matching(people, mention.query).slice(0, most) : []
  const chosen = Math.min(active, found.length - 1)

  function take({ name }: Person): void {
    const before = `${text.slice(0, mention!.start)}@${name} `
    // Synchronously: the next letter may already be typed.
    flushSync(() => {
      setText(before + text.slice(caret))
      setCaret(before.length)
    })
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (found.length === 0 || event.metaKey || event.ctrlKey) return false
    if (event.key === 'ArrowDown') setActive((chosen + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((chosen - 1 + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(found[chosen]!)
    else if (event.key === 'Escape') setClosedAt(mention!.start)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    onKeyDown,
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': found.length > 0 ? id : undefined,
      'aria-activedescendant': found.length > 0 ? `${id}-${chosen}` : undefined,
      onSelect: () => {
        setCaret(field.current?.selectionStart ?? 0)
        setActive(0)
      },
      onBlur: () => setCaret(0),
    },
    list: { id, people: found, chosen, onTake: take },
  }
}
