// The header of a reel: the review, the visible file, and the handles.
import { Link, useParams } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import type { Playback } from '../player/playback.ts'
import { usePlaybackState } from '../player/use-playback.ts'
import { setHandles, useHandles } from './handles.ts'
import styles from './reel.module.css'
import { frameIn, type Segment } from './segments.ts'
import { useComment } from './use-reel-keys.ts'

type HeaderProps = { segments: readonly Segment[]; playback: Playback | null; leftOut: number }

export function ReelHeader({ segments, playback, leftOut }: HeaderProps) {
  const { projectId, versionId } = useParams({ from: '/projects/$projectId/versions/$versionId/reel' })
  const comment = useComment(segments, playback)
  return (
    <header className={styles.header} data-bar="top">
      <Link
        to="/projects/$projectId/versions/$versionId"
        params={{ projectId, versionId }}
        className="icon-link"
        aria-label="Back to the review"
      >
        <BackIcon />
      </Link>
      <h1 className={styles.title}>{playback && <FileName segments={segments} playback={playback} />}</h1>
      {leftOut > 0 && (
        <span className={styles.leftOut} title="A reel plays videos that are ready.">
          {leftOut === 1 ? '1 file left out' : `${leftOut} files left out`}
        </span>
      )}
      <HandlesField />
      <Button small onClick={comment} title="Open the review room on this frame (C)">
        Comment
      </Button>
    </header>
  )
}

function FileName({ segments, playback }: { segments: readonly Segment[]; playback: Playback }) {
  const segment = usePlaybackState(playback, ({ index }) => frameIn(segments, index).segment)
  return (
    <>
      <span className={styles.name} data-reel-file>
        {segment.file.name}
      </span>
      <span className={styles.number}>
        {segments.indexOf(segment) + 1} of {segments.length}
      </span>
    </>
  )
}

function HandlesField() {
  const handles = useHandles()
  return (
    <label className={styles.handles} title="Frames that are cut off at both ends of each file">
      Handles
      <input
        type="number"
        min={0}
        max={999}
        value={handles}
        onChange={(event) => setHandles(event.currentTarget.value)}
      />
    </label>
  )
}
