// Scrubbing with sound: while a person steps or drags, a short piece of the audio of each place is heard. An element of its own
// plays it, so that the frames on the screen are exact as ever.
import type { Playback } from '../player/playback.ts'
import { keepPitch } from './keep-pitch.ts'

/** As long as a frame at 12 fps: shorter pieces are only clicks. */
const pieceMs = 85

/**
 * Follows a player until the result is called. `element` plays the audio in place of the player; without one, the audio is loaded
 * for the first piece.
 */
export function startScrubbing(playback: Playback, url: string, element?: HTMLAudioElement): () => void {
  const ended = new AbortController()
  let audio = element && listenTo(element)
  let last = playback.index()
  let wanted: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function look() {
    const { playing } = playback.store.get()
    const index = playback.index()
    if (index === last) return
    last = index
    if (!playing) hear(playback.clock.startOf(index))
  }

  /** One seek at a time: of several places, the last is heard. */
  function hear(seconds: number) {
    wanted = seconds
    audio ??= listenTo(ownElement(url))
    if (audio.readyState < audio.HAVE_METADATA || audio.seeking) return
    clearTimeout(timer)
    wanted = undefined
    audio.currentTime = seconds
  }

  function onSeeked() {
    if (wanted !== undefined) return hear(wanted)
    const { playing, volume, muted } = playback.store.get()
    if (playing || !audio) return
    if (!element) Object.assign(audio, { volume, muted })
    audio.playbackRate = 1
    audio.dataset.piece = ''
    // Refused before the first gesture.
    audio.play().catch(() => undefined)
    clearTimeout(timer)
    timer = setTimeout(endPiece, pieceMs)
  }

  function endPiece() {
    delete audio?.dataset.piece
    if (!element || !playback.store.get().playing) audio?.pause()
  }

  function listenTo(one: HTMLAudioElement): HTMLAudioElement {
    one.addEventListener('seeked', onSeeked, { signal: ended.signal })
    const begin = () => wanted !== undefined && hear(wanted)
    one.addEventListener('loadedmetadata', begin, { signal: ended.signal })
    return one
  }

  const leave = playback.store.subscribe(look)
  return () => {
    leave()
    ended.abort()
    clearTimeout(timer)
    endPiece()
    if (element) return
    audio?.removeAttribute('src')
    audio?.load()
  }
}

function ownElement(url: string): HTMLAudioElement {
  const audio = new Audio()
  audio.preload = 'auto'
  keepPitch(audio)
  audio.src = url
  audio.dataset.scrubs = ''
  return audio
}
