import { mention, mentionEveryone } from '@dailies/sdk'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Candidate, useCandidates } from './candidates.ts'
import { type Draft, replaced } from './draft.ts'
import { mentionAt } from './mentions.ts'

/** Suggests people while `@` and the beginning of a name are typed; the arrow keys and Enter choose one. */
export function useMentions(
  draft: Draft,
  setContent: (content: string) => void,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  // A list that was closed with Escape stays closed until the caret leaves what was typed there.
  const [closedAt, setClosedAt] = useState<number>()
  const typed = mentionAt(draft.text, caret)
  const isOpen = typed && typed.start !== closedAt && !draft.marks.some(({ start }) => start === typed.start)
  const found = useCandidates(isOpen ? typed.query : undefined)
  // Those who cannot be mentioned come last.
  const choices = found.filter(({ sees }) => sees)
  const chosen = Math.min(active, choices.length - 1)

  function take(person: Candidate): void {
    const token = person.id === null ? mentionEveryone : mention({ id: person.id, name: person.name })
    const { content, caret: after } = replaced(draft, typed!.start, caret, `${token} `)
    // Synchronously: the next letter may already be typed.
    flushSync(() => {
      setContent(content)
      setCaret(after)
    })
    field.current?.focus()
    field.current?.setSelectionRange(after, after)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (found.length === 0 || event.metaKey || event.ctrlKey) return
    if (event.key === 'Escape') setClosedAt(typed!.start)
    else if (choices.length === 0) return
    else if (event.key === 'ArrowDown') setActive((chosen + 1) % choices.length)
    else if (event.key === 'ArrowUp') setActive((chosen - 1 + choices.length) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(choices[chosen]!)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    onKeyDown,
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': found.length > 0 ? id : undefined,
      'aria-activedescendant': choices.length > 0 ? `${id}-${chosen}` : undefined,
      onSelect: () => {
        const { value = '', selectionStart = 0 } = field.current ?? {}
        setCaret(selectionStart)
        setActive(0)
        if (!mentionAt(value, selectionStart)) setClosedAt(undefined)
      },
      onBlur: () => setCaret(0),
    },
    list: { id, people: found, chosen, onTake: take },
  }
}
