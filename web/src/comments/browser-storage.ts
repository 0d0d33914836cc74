// The state of comments that this browser stores: unsent drafts, comments waiting in the outbox, and the last comment seen.
import { useState } from 'react'
import type { Target } from './target.ts'

/** The storage key of a person's unsent comments. */
export const outboxKey = (userId: string) => `dailies:outbox:${userId}`

/** A draft survives until the tab is closed. */
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

/** Only the most recently opened targets are stored; comments on older ones count as unread. */
const most = 200

const seenKey = (userId: string) => `dailies:seen:${userId}`

/** The time of the newest comment on the target that this browser has shown. */
export function readSeen(userId: string, target: Target): string {
  return all(userId).find(([id]) => id === idOf(target))?.[1] ?? ''
}

export function writeSeen(userId: string, target: Target, until: string): void {
  if (until === '') return
  const others = all(userId).filter(([id]) => id !== idOf(target))
  try {
    localStorage.setItem(seenKey(userId), JSON.stringify([[idOf(target), until], ...others].slice(0, most)))
  } catch {
    // The storage is full: comments stay unread.
  }
}

function idOf({ projectId, fileId }: Target): string {
  return fileId ?? projectId
}

function all(userId: string): [id: string, until: string][] {
  try {
    return JSON.parse(localStorage.getItem(seenKey(userId)) ?? '[]')
  } catch {
    return []
  }
}
