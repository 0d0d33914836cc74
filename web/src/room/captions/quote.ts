// Comments on words: the selected words of the transcript, and the range in which they are said.
import type { FileDetails } from '@dailies/sdk'
import { type RefObject, useEffect, useState } from 'react'
import { type Room, useRoom } from '../room.ts'
import type { Cue } from './caption-queries.ts'
import { countsFrames, cueRange } from './cue-range.ts'

/** Words from one line to another, both by their number. */
export type Selected = { words: string; from: number; to: number }

/** The words that a person selects in the list, and a function that starts a comment on some of its lines. */
export function useQuote(list: RefObject<HTMLElement | null>, file: FileDetails, cues: readonly Cue[]) {
  const room = useRoom()
  const [selected, setSelected] = useState<Selected>()
  useEffect(() => {
    const look = () => setSelected(list.current ? selectionIn(list.current) : undefined)
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [list])
  function quote(from: number, to: number, words?: string) {
    const said = cues.slice(from, to + 1)
    const text = words ?? said.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')
    void startComment(room, file, said, text)
  }
  return { selected, quote }
}

async function startComment(room: Room, { media }: FileDetails, cues: readonly Cue[], quote: string) {
  const ranges = cues.map((cue) => cueRange(cue, media))
  const range = { from: ranges[0]!.from, to: Math.max(...ranges.map(({ to }) => to)) }
  const ms = cues[0]!.startMs
  await room.goTo(countsFrames(media) ? { frame: range.from, ms } : { ms })
  getSelection()?.removeAllRanges()
  // With a variable rate, the range is in frames that only the player knows: the comment is on the first.
  const isRange = countsFrames(media) || media?.kind === 'AUDIO'
  room.store.set({ range: isRange ? range : null, quote })
}

function selectionIn(list: HTMLElement): Selected | undefined {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined
  const range = selection.getRangeAt(0)
  if (!list.contains(range.commonAncestorContainer)) return undefined
  const lines = [...list.querySelectorAll<HTMLElement>('[data-words]')].filter((line) =>
    range.intersectsNode(line),
  )
  const words = selection.toString().replace(/\s+/g, ' ').trim()
  const numbers = lines.map((line) => Number(line.closest<HTMLElement>('[data-index]')!.dataset.index))
  if (words === '' || numbers.length === 0) return undefined
  return { words, from: Math.min(...numbers), to: Math.max(...numbers) }
}
