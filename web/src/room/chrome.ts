// The bars over the image in the `over` layout: a tap shows and hides them, and they fade while a video plays. The
// style sheets read `data-chrome` on <html>.
import { type MouseEvent, useEffect } from 'react'
import type { RoomForm } from './form.ts'
import './chrome.css'

/** How long the bars stay after the last movement, in ms. */
const idleMs = 2500

/** A loop pauses for a moment at its end, in ms: that is no reason to show the bars. */
const loopMs = 300

const root = document.documentElement
const isHidden = () => root.dataset.chrome === 'hidden'
const setHidden = (hidden: boolean) => {
  root.dataset.chrome = hidden ? 'hidden' : 'shown'
}

/** Open menus and keyboard focus keep the bars visible. */
const inUse =
  ':is([role=menu], [role=dialog], [role=listbox]), [data-bar] :focus-visible, [data-panel=shown], [data-engine], [data-drawing]'

/** Menus are children of the image in React, wherever they are in the page. */
const controls =
  'button, a, input, [role=slider], [role=menu], [role=dialog], [role=listbox], [data-seek], [data-drawing]'

const isPlaying = () => [...document.querySelectorAll('video')].some(({ paused }) => !paused)

/** Pass the result to the element around the image. Clicks on controls and on drawings are ignored. */
export function useChrome(form: RoomForm): { onClickCapture: (event: MouseEvent) => void } {
  useEffect(() => watch(form), [form])
  return {
    onClickCapture(event) {
      const target = event.target as Element
      const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
      if (form !== 'over' || !isTouch || target.closest(controls)) return
      event.stopPropagation()
      setHidden(!isHidden())
    },
  }
}

function watch(form: RoomForm): () => void {
  if (form !== 'over') return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      if (!isPlaying()) return
      if ([...document.querySelectorAll(inUse)].some((element) => element.checkVisibility())) arm()
      else setHidden(true)
    }, idleMs)
  }
  const show = () => {
    setHidden(false)
    arm()
  }
  const move = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && show()
  const ended = new AbortController()
  const { signal } = ended
  document.addEventListener('pointermove', move, { signal })
  // The click that follows a touch toggles the bars; until then they stay.
  document.addEventListener('pointerdown', arm, { signal })
  document.addEventListener('keydown', show, { signal })
  // A tap also moves the focus; its click toggles the bars.
  document.addEventListener(
    'focusin',
    ({ target }) => (target as Element).matches(':focus-visible') && show(),
    {
      signal,
    },
  )
  // Media events do not bubble.
  document.addEventListener('play', () => timer ?? arm(), { signal, capture: true })
  document.addEventListener('pause', () => setTimeout(() => isPlaying() || show(), loopMs), {
    signal,
    capture: true,
  })
  show()
  return () => {
    ended.abort()
    clearTimeout(timer)
    delete root.dataset.chrome
  }
}
