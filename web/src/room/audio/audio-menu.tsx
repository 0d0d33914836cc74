// The button of the audio panel, its keys, and scrubbing with sound. Everything else is loaded when it is needed.
import type { Media } from '@dailies/sdk'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useHeldUrl } from '../../data/derivatives.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { showDone } from '../../ui/toasts.tsx'
import type { Playback } from '../player/playback.ts'
import { useKeys } from '../use-keys.ts'
import styles from './audio-menu.module.css'
import { setAudioPanel, toggleAudioPanel, useAudioPanel } from './panel-state.ts'
import { setScrubSound, useScrubSound } from './scrub-setting.ts'
import { sourceOf, tracksOf } from './tracks.ts'

const AudioPanel = lazy(async () => ({ default: (await import('./audio-panel.tsx')).AudioPanel }))

const listedKeys = [
  { keys: '⇧M', label: 'Audio: tracks, channels, levels' },
  { keys: 'n', label: 'Scrub with sound' },
]

const MetersIcon = () => (
  <Icon>
    <path d="M4.5 16V9M8.2 16V4M11.8 16V7M15.5 16v-5" />
  </Icon>
)

export function AudioMenu({ playback, media }: { playback: Playback | null; media: Media }) {
  const tracks = tracksOf(media)
  if (!playback || tracks.length === 0) return null
  return <AudioControls playback={playback} media={media} />
}

function AudioControls({ playback, media }: { playback: Playback; media: Media }) {
  const open = useAudioPanel()
  /** The element of the track that replaces the audio of the player. */
  const [replacing, setReplacing] = useState<HTMLAudioElement>()
  const scrubs = useScrubSound(media.kind === 'AUDIO')
  useEffect(() => {
    setAudioPanel({ present: true })
    return () => setAudioPanel({ present: false, open: undefined })
  }, [])
  useScrubbing(playback, media, scrubs, replacing)
  useShortcuts('Player', listedKeys)
  useKeys((event) => {
    const key = event.key.toLowerCase()
    if (event.shiftKey ? key !== 'm' : key !== 'n') return
    event.preventDefault()
    if (event.shiftKey) return toggleAudioPanel()
    setScrubSound(!scrubs)
    showDone(scrubs ? 'Scrubbing is silent.' : 'Scrubbing with sound.')
  })
  return (
    <>
      <IconButton
        label="Audio"
        shortcut="⇧M"
        pressed={open === true}
        className={styles.opener}
        onClick={toggleAudioPanel}
      >
        <MetersIcon />
      </IconButton>
      <Suspense>
        {open !== undefined && (
          <AudioPanel
            {...{ playback, media, open, scrubs }}
            onReplace={setReplacing}
            onClose={toggleAudioPanel}
          />
        )}
      </Suspense>
    </>
  )
}

/** Loads the audio when scrubbing is first heard. */
function useScrubbing(playback: Playback, media: Media, isOn: boolean, replacing?: HTMLAudioElement) {
  const played = tracksOf(media).find(({ inProxy }) => inProxy)
  const { src } = useHeldUrl(played ? sourceOf({ ...played, url: null }, media) : null)
  useEffect(() => {
    if (!isOn || !src) return
    const ended = new AbortController()
    void import('./scrub.ts').then(({ startScrubbing }) => {
      if (ended.signal.aborted) return
      const stop = startScrubbing(playback, src, replacing)
      ended.signal.addEventListener('abort', stop)
    })
    return () => ended.abort()
  }, [playback, src, isOn, replacing])
}
