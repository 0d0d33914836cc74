// Up to when this browser has shown the comments of each file and project.
import type { Target } from './target.ts'

/** The files opened last; of older ones everything is new again. */
const most = 200

const keyOf = (userId: string) => `dailies:seen:${userId}`

export function readSeen(userId: string, target: Target): string {
  return all(userId).find(([id]) => id === idOf(target))?.[1] ?? ''
}

export function writeSeen(userId: string, target: Target, until: string): void {
  if (until === '') return
  const others = all(userId).filter(([id]) => id !== idOf(target))
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([[idOf(target), until], ...others].slice(0, most)))
  } catch {
    // The storage is full: comments stay unread.
  }
}

function idOf({ projectId, fileId }: Target): string {
  return fileId ?? projectId
}

function all(userId: string): [id: string, until: string][] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
  } catch {
    return []
  }
}
