// Plays the videos of a review as one, in their order.
import type { FileDetails } from '@dailies/sdk'
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useLive } from '../../data/event-stream.ts'
import { useTitle } from '../../data/page-title.ts'
import { ParticipantContext, useProjectParticipant } from '../../data/participant.ts'
import { fileQuery } from '../../data/queries.ts'
import { reviewQuery } from '../../reviews/review-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useChrome } from '../chrome.ts'
import { useRoomForm } from '../form.ts'
import { videoClock } from '../player/clock.ts'
import type { Playback } from '../player/playback.ts'
import { Player } from '../player/player.tsx'
import { usePlaybackState } from '../player/use-playback.ts'
import { Trouble } from '../viewers/trouble.tsx'
import { frameTableQuery } from '../viewers/video-viewer.tsx'
import { useHandles } from './handles.ts'
import styles from './reel.module.css'
import { ReelHeader } from './reel-header.tsx'
import { ReelMarkers } from './reel-markers.tsx'
import { frameIn, indexIn, layOut, type ReelFile, type Segment } from './segments.ts'
import { useReel } from './use-reel.ts'
import { useReelKeys } from './use-reel-keys.ts'

const route = '/projects/$projectId/versions/$versionId/reel'

export function ReelPage() {
  const { projectId, versionId } = useParams({ from: route })
  const { data: version } = useSuspenseQuery(reviewQuery(versionId))
  const participant = useProjectParticipant(projectId)
  useLive(projectId)
  useTitle(version.name, 'Play all')
  const { files, isLoading } = useReelFiles(version.files)
  const handles = useHandles()
  // Renewed URLs are no other reel.
  const known = files.map(({ file, clock }) => `${file.id} ${clock.count} ${clock.seconds}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const segments = useMemo(() => layOut(files, handles), [known, handles])
  if (isLoading) return <Spinner label="Loading" />
  return (
    <ParticipantContext value={participant}>
      <div className={styles.page}>
        {segments.length === 0 ? (
          <EmptyState title="Nothing to play yet">
            <p className="quiet">A reel plays the videos of a review. This one has none that are ready.</p>
            <Link
              to="/projects/$projectId/versions/$versionId"
              params={{ projectId, versionId }}
              className={buttonClass()}
            >
              Back to the review
            </Link>
          </EmptyState>
        ) : (
          <OpenReel segments={segments} files={files} leftOut={version.files.length - files.length} />
        )}
      </div>
    </ParticipantContext>
  )
}

type Listed = { id: string; mimeType: string | null }

/** The videos that can be played; other kinds of files are skipped. */
function useReelFiles(listed: readonly Listed[]): { files: ReelFile[]; isLoading: boolean } {
  const videos = listed.filter(({ mimeType }) => mimeType === null || !/^(image|audio|text)\//.test(mimeType))
  const details = useQueries({ queries: videos.map(({ id }) => fileQuery(id)) })
  const playable = details.flatMap(({ data }) =>
    data?.media?.kind === 'VIDEO' && data.media.proxy !== null && data.media.frames !== null ? [data] : [],
  ) as FileDetails[]
  const tables = useQueries({ queries: playable.map(({ media }) => frameTableQuery(media!.frameTable)) })
  const isLoading = [...details, ...tables].some(({ isPending }) => isPending)
  const files = playable.map((file, index) => {
    const media = file.media!
    return { file, media, clock: videoClock(media, tables[index]?.data ?? undefined) }
  })
  return { files, isLoading }
}

type OpenProps = { segments: readonly Segment[]; files: readonly ReelFile[]; leftOut: number }

function OpenReel({ segments, files, leftOut }: OpenProps) {
  const search = useSearch({ from: route })
  const chrome = useChrome(useRoomForm())
  const latest = useRef(files)
  latest.current = files
  const place = useRef(search)
  const begin = () => {
    const segment = segments.find(({ file }) => file.id === place.current.file) ?? segments[0]!
    return indexIn(segment, place.current.frame ?? segment.first)
  }
  const renewed = (segment: Segment) => ({
    ...segment,
    ...latest.current.find(({ file }) => file.id === segment.file.id),
  })
  const { playback, refs } = useReel(segments, begin, renewed)
  useEffect(() => {
    if (!playback) return
    return playback.store.subscribe(() => {
      const { segment, frame } = frameIn(segments, playback.index())
      place.current = { file: segment.file.id, frame }
    })
  }, [playback, segments])
  const media = { ...segments[0]!.media, sprite: null, waveform: null, hasAudio: hasAudio(segments) }
  return (
    <>
      <ReelHeader segments={segments} playback={playback} leftOut={leftOut} />
      <section className={styles.stage} aria-label="Reel" {...chrome}>
        <Player
          playback={playback}
          media={media}
          markers={playback && <ReelMarkers segments={segments} playback={playback} />}
        >
          <div className={styles.ground}>
            {refs.map((ref, index) => (
              // biome-ignore lint/a11y/useMediaCaption: the review room shows captions.
              <video
                // biome-ignore lint/suspicious/noArrayIndexKey: the two elements have no other name.
                key={index}
                ref={ref}
                className={styles.video}
                preload="auto"
                playsInline
                onClick={() => playback?.toggle()}
              />
            ))}
            {playback && <CurrentTrouble segments={segments} playback={playback} />}
          </div>
        </Player>
      </section>
      {playback && <ReelAddress segments={segments} playback={playback} />}
    </>
  )
}

const hasAudio = (segments: readonly Segment[]) => segments.some(({ media }) => media.hasAudio !== false)

type Playing = { segments: readonly Segment[]; playback: Playback }

function CurrentTrouble({ segments, playback }: Playing) {
  const fileId = usePlaybackState(playback, ({ index }) => frameIn(segments, index).segment.file.id)
  return <Trouble playback={playback} fileId={fileId} what="video" />
}

/** How long a place stays before it is in the address, in ms: browsers limit how often it changes. */
const addressMs = 300

/** The address names the visible frame whenever the reel stops. */
function ReelAddress({ segments, playback }: Playing) {
  useReelKeys(segments, playback)
  const navigate = useNavigate()
  const index = usePlaybackState(playback, (state) => (state.playing || state.settling ? null : state.index))
  useEffect(() => {
    if (index === null) return
    const { segment, frame } = frameIn(segments, index)
    const timer = setTimeout(
      () => void navigate({ from: route, search: { file: segment.file.id, frame }, replace: true }),
      addressMs,
    )
    return () => clearTimeout(timer)
  }, [index, segments, navigate])
  return null
}
