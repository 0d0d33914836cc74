// Two videos with one transport, synchronised to the frame.
import { useState } from 'react'
import { useCounting } from '../counting.ts'
import type { Clock } from '../player/clock.ts'
import { openVideo } from '../player/media-controller.ts'
import { Player } from '../player/player.tsx'
import { usePlaybackState } from '../player/use-playback.ts'
import { useVideoClock } from '../viewers/video-viewer.tsx'
import { clockDifferences, sizeDifference } from './differences.ts'
import { Differences } from './differences-note.tsx'
import { openExactPair } from './exact-pair.ts'
import { PairMarkers } from './pair-markers.tsx'
import { type OpenTwo, type PairPlayback, usePairPlayback } from './pair-playback.ts'
import { Panes } from './panes.tsx'
import { SideDrawing } from './side-drawing.tsx'
import type { Mode, Side, Sides } from './sides.ts'
import type { Zoom } from './use-zoom.ts'

const openTwo: OpenTwo = (follower) => openExactPair(openVideo, follower)

export function CompareVideos({
  left,
  right,
  mode,
  zoom,
  heard,
}: Sides & { mode: Mode; zoom: Zoom; heard: 'left' | 'right' }) {
  const clocks = { left: useVideoClock(left.media), right: useVideoClock(right.media) }
  const { pair, elements } = usePairPlayback({ left, right }, clocks, openTwo, heard)
  const differences = [
    ...clockDifferences({ ...left, clock: clocks.left }, { ...right, clock: clocks.right }),
    ...sizeDifference(left, right),
  ]
  const pane = (name: 'left' | 'right', side: Side) => ({
    ratio: (side.media.width ?? 16) / (side.media.height ?? 9),
    label: <Label side={side} pair={pair} clock={clocks[name]} which={name} />,
    image: <Video side={side} element={elements[name]} />,
    overlay: <SideDrawing room={side.room} />,
  })
  return (
    <Player
      playback={pair?.playback ?? null}
      media={pair?.leader === 'left' ? left.media : right.media}
      markers={pair && <PairMarkers pair={pair} left={left} right={right} />}
    >
      <Differences of={differences} />
      <Panes
        left={pane('left', left)}
        right={pane('right', right)}
        mode={mode}
        zoom={zoom}
        onClick={() => pair?.playback.toggle()}
      />
    </Player>
  )
}

function Video({
  side: { file, media },
  element,
}: {
  side: Side
  element: (video: HTMLVideoElement) => void
}) {
  // The signed URL is renewed from time to time; the video stays the same.
  const [src] = useState(media.proxy!)
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are not under review.
    <video
      ref={element}
      src={src}
      poster={media.poster ?? undefined}
      data-silent={media.hasAudio === false || undefined}
      preload="auto"
      playsInline
      aria-label={file.name}
    />
  )
}

/** Files with different frame rates each show their own position. */
function Label({
  side,
  pair,
  clock,
  which,
}: {
  side: Side
  pair: PairPlayback | null
  clock: Clock
  which: 'left' | 'right'
}) {
  return (
    <>
      {side.name}
      {pair && !pair.alike && <OwnFrame pair={pair} clock={clock} which={which} />}
    </>
  )
}

function OwnFrame({ pair, clock, which }: { pair: PairPlayback; clock: Clock; which: 'left' | 'right' }) {
  const index = usePlaybackState(pair.playback, (state) => state.index)
  return ` · ${clock.label(pair.indexOf(which, index), useCounting())}`
}
