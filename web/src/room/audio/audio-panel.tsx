// The audio panel: tracks, channels with levels, solo and mute, and the loudness of the file.
import type { Media } from '@dailies/sdk'
import { useEffect, useState } from 'react'
import { useHeldUrl } from '../../data/derivatives.ts'
import { IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import type { Playback } from '../player/playback.ts'
import styles from './audio.module.css'
import { type Engine, openEngine } from './engine.ts'
import { loudnessFacts } from './loudness.ts'
import { Meters } from './meters.tsx'
import { setScrubSound } from './scrub-setting.ts'
import { type AudioTrack, type ChannelSwitches, sourceOf, trackName, tracksOf } from './tracks.ts'

type PanelProps = {
  playback: Playback
  media: Media
  open: boolean
  scrubs: boolean
  /** The element that is heard in place of the player's own. */
  onReplace: (element: HTMLAudioElement | undefined) => void
  onClose: () => void
}

const all: ChannelSwitches = { solo: [], muted: [] }

export function AudioPanel({ playback, media, open, scrubs, onReplace, onClose }: PanelProps) {
  const tracks = tracksOf(media)
  const usual = tracks.find(({ inProxy }) => inProxy) ?? tracks[0]!
  const [chosen, setChosen] = useState(usual.index)
  const [switches, setSwitches] = useState(all)
  const track = tracks.find(({ index }) => index === chosen) ?? usual
  const isUsual = track === usual && switches.solo.length + switches.muted.length === 0
  // A closed panel plays on what a person has chosen in it.
  const { engine, failed } = useEngine(playback, media, track, open || !isUsual)
  useEffect(() => engine?.setSwitches(switches), [engine, switches])
  useEffect(() => {
    onReplace(engine?.element)
    return () => onReplace(undefined)
  }, [engine, onReplace])
  if (!open) return null
  return (
    <section
      className={styles.panel}
      aria-label="Audio"
      data-engine={engine ? 'on' : 'off'}
      // A press must not take the focus: the keys of the player work without it.
      onMouseDown={(event) => event.preventDefault()}
    >
      <header className={styles.header}>
        <h2>Audio</h2>
        <IconButton label="Close audio" onClick={onClose} small>
          <CloseIcon />
        </IconButton>
      </header>
      {tracks.length > 1 && (
        <TrackList
          {...{ tracks, media, chosen: track.index }}
          onChoose={(index) => {
            setChosen(index)
            setSwitches(all)
          }}
        />
      )}
      {tracks.length === 1 && <p className={styles.only}>{trackName(track)}</p>}
      <Meters {...{ playback, engine, switches }} names={track.channelNames} onSwitch={setSwitches} />
      <p className={styles.note} role="status">
        {noteOf(engine, failed, sourceOf(track, media))}
      </p>
      <Loudness media={media} />
      <label className={styles.setting}>
        <input type="checkbox" checked={scrubs} onChange={() => setScrubSound(!scrubs)} />
        Scrub with sound <kbd>N</kbd>
      </label>
    </section>
  )
}

function TrackList({
  tracks,
  media,
  chosen,
  onChoose,
}: {
  tracks: readonly AudioTrack[]
  media: Media
  chosen: number
  onChoose: (index: number) => void
}) {
  return (
    <fieldset className={styles.tracks}>
      <legend>Tracks</legend>
      {tracks.map((track) => (
        <label key={track.index} className={styles.track}>
          <input
            type="radio"
            name="audio-track"
            checked={track.index === chosen}
            disabled={sourceOf(track, media) === null}
            onChange={() => onChoose(track.index)}
          />
          {trackName(track)}
        </label>
      ))}
    </fieldset>
  )
}

function noteOf(engine: Engine | undefined, failed: boolean, url: string | null): string {
  if (url === null) return 'Levels are shown when the preview is ready.'
  if (failed) return 'The audio could not be loaded. Close the panel and open it again.'
  if (engine && engine.analysers.length === 0)
    return 'Levels and channels are not available: the storage does not allow pages to read audio (CORS).'
  return ''
}

function Loudness({ media }: { media: Media }) {
  const facts = loudnessFacts(media)
  if (facts.length === 0) return null
  return (
    <dl className={styles.loudness}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The engine of a track while it is wanted. The audio of the player goes on until the track can be heard. */
function useEngine(playback: Playback, media: Media, track: AudioTrack, isWanted: boolean) {
  const { src } = useHeldUrl(sourceOf(track, media))
  const names = track.channelNames.join('\n')
  const [state, setState] = useState<{ engine?: Engine; failed: boolean }>({ failed: false })
  useEffect(() => {
    if (!isWanted || !src) return
    const ended = new AbortController()
    let opened: Engine | undefined
    openEngine(playback, { url: src, channelNames: names.split('\n') }, ended.signal).then(
      (engine) => {
        opened = engine
        if (ended.signal.aborted) engine.close()
        else setState({ engine, failed: false })
      },
      () => ended.signal.aborted || setState({ failed: true }),
    )
    return () => {
      ended.abort()
      opened?.close()
      setState({ failed: false })
    }
  }, [playback, src, names, isWanted])
  return state
}
