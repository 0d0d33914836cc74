// Applies events to the page: queries are reloaded, and lists get single items (event-table.ts).
import type { DailiesEvent, ResetEvent } from '@dailies/sdk'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Effects, effectsOf, effectsOfReset, type ItemChange } from './event-table.ts'
import { queryClient } from './query-client.ts'

type Listener = (change: ItemChange) => void

const listeners = new Set<Listener>()

/** For lists that apply changes of single items themselves. The listener must be a stable function. */
export function useItemChanges(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** Changes that the page found out about in another way than by events. */
export function announce(change: ItemChange): void {
  for (const listener of listeners) listener(change)
}

/** A reset means that events may have been missed. */
export function applyEvent(projectId: string, event: DailiesEvent | ResetEvent): void {
  const { now = [], soon = [], items = [] } = effects(projectId, event)
  for (const queryKey of now) void queryClient.invalidateQueries({ queryKey })
  for (const queryKey of soon) readAgainSoon(queryKey)
  for (const change of items) announce(change)
}

function effects(projectId: string, event: DailiesEvent | ResetEvent): Effects {
  if (event.type === 'reset') return effectsOfReset(projectId)
  return effectsOf(projectId, event)
}

/**
 * Uploading many files emits thousands of events: queries that depend on all of them are reloaded at most this often.
 */
const intervalMs = 2_000
const readings = new Map<string, { at: number; timer?: ReturnType<typeof setTimeout> | undefined }>()

function readAgainSoon(queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey)
  const last = readings.get(name)
  if (last?.timer !== undefined) return
  const read = () => {
    readings.set(name, { at: performance.now() })
    void queryClient.invalidateQueries({ queryKey })
  }
  const wait = last ? last.at + intervalMs - performance.now() : 0
  if (last === undefined || wait <= 0) read()
  else readings.set(name, { ...last, timer: setTimeout(read, wait) })
}
