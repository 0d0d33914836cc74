// Next and previous without going back: by swipe, by arrow keys where nothing else uses them, and by [ and ].
import type { ShareFile } from '@dailies/sdk'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useStore } from '../data/store.ts'
import { isTyping } from '../room/player/keys.ts'
import type { Room } from '../room/room.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { turnTo } from './address.ts'

export type Neighbours = { place: number; before: ShareFile | undefined; after: ShareFile | undefined }

export function neighboursOf(files: readonly ShareFile[], fileId: string): Neighbours {
  const place = files.findIndex(({ id }) => id === fileId)
  return { place, before: files[place - 1], after: place < 0 ? undefined : files[place + 1] }
}

/** In CSS pixels: shorter movements are taps. */
const shortest = 56
/** Slower movements are no swipes, in ms. */
const slowest = 700

/** Elements that a finger moves. */
const movable = '[role=slider], [data-seek], [data-zoomed], [data-drawing], input, button, [data-bar]'

export function useTurning(
  stage: RefObject<HTMLElement | null>,
  room: Room,
  { before, after }: Neighbours,
): void {
  const turn = (file: ShareFile | undefined) => file && turnTo(file.id)
  useShortcuts('Files', [
    { keys: '[', label: 'Previous file', run: () => turn(before) },
    { keys: ']', label: 'Next file', run: () => turn(after) },
  ])
  const kind = useStore(room.store, ({ file }) => file.media?.kind)
  // A finger turns a model, and the arrow keys step through the frames of a video.
  const canSwipe = kind !== 'MODEL'
  const takesArrows = kind === 'IMAGE' || kind === null || kind === undefined

  const onSwipe = useEffectEvent((isForward: boolean) => {
    const { pen, composing } = room.store.get()
    if (!pen && !composing) turn(isForward ? after : before)
  })
  useEffect(() => (canSwipe ? listenForSwipes(stage.current, onSwipe) : undefined), [stage, canSwipe])

  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event)) return
    if (document.querySelector('[data-zoomed], [role=menu], [role=dialog]')) return
    event.preventDefault()
    event.stopPropagation()
    turn(event.key === 'ArrowRight' ? after : before)
  })
  useEffect(() => {
    if (!takesArrows) return
    const listen = (event: KeyboardEvent) => onArrow(event)
    // Before the image, which the arrow keys would move.
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [takesArrows])
}

function listenForSwipes(
  element: HTMLElement | null,
  onSwipe: (isForward: boolean) => void,
): (() => void) | undefined {
  if (!element) return undefined
  let from: { x: number; y: number; at: number } | undefined
  const begin = ({ touches, target, timeStamp }: TouchEvent) => {
    const [touch, another] = touches
    const isFree = touch && !another && target instanceof Element && !target.closest(movable)
    from = isFree ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : undefined
  }
  const end = ({ changedTouches: [touch], timeStamp }: TouchEvent) => {
    if (!from || !touch) return
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y]
    const isSwipe = Math.abs(x) > shortest && Math.abs(x) > 2 * Math.abs(y) && timeStamp - from.at < slowest
    from = undefined
    if (isSwipe) onSwipe(x < 0)
  }
  const ended = new AbortController()
  const options = { passive: true, signal: ended.signal }
  element.addEventListener('touchstart', begin, options)
  element.addEventListener('touchend', end, options)
  return () => ended.abort()
}
