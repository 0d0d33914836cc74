import { useState } from 'react'

/** What was begun to be written stays for as long as the tab is open. */
export function useDraft(key: string): [string, (text: string) => void] {
  const name = `dailies:draft:${key}`
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '')
  return [
    text,
    (next) => {
      setText(next)
      if (next === '') sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, next)
    },
  ]
}
