// Compares two revisions of a file, or two files.
import type { FileDetails, Media } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useLive } from '../../data/event-stream.ts'
import { useTitle } from '../../data/page-title.ts'
import { ParticipantContext, useProjectParticipant } from '../../data/participant.ts'
import { useReportPresence } from '../../data/presence.ts'
import { fileQuery } from '../../data/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { placeAt } from '../address.ts'
import { useChrome } from '../chrome.ts'
import { useRoomForm } from '../form.ts'
import { revisionsQuery } from '../header/header-queries.ts'
import { useNewRoom } from '../room.ts'
import styles from './compare.module.css'
import { CompareAudio } from './compare-audio.tsx'
import { CompareComments } from './compare-comments.tsx'
import { ChooseHeader, CompareHeader } from './compare-header.tsx'
import { CompareDocuments, CompareImages } from './compare-images.tsx'
import { CompareVideos } from './compare-videos.tsx'
import { CompareModels } from './compare-viewers.tsx'
import type { Which } from './pair-playback.ts'
import { nameBeside, type Side, type Sides, usualOther } from './sides.ts'
import { useZoom } from './use-zoom.ts'

export function ComparePage() {
  const { fileId } = useParams({ from: '/files/$fileId/compare' })
  const { with: chosen } = useSearch({ from: '/files/$fileId/compare' })
  const { data: file } = useSuspenseQuery(fileQuery(fileId))
  const participant = useProjectParticipant(file.project.id)
  useLive(file.project.id)
  useReportPresence(file.id)
  useTitle(`Compare ${file.name}`)
  const { data: revisions } = useSuspenseQuery(revisionsQuery(file))
  const other = chosen ?? usualOther(revisions, file)
  return (
    <div className={styles.compare}>
      {other === undefined ? (
        <>
          <ChooseHeader file={file} />
          <div className={styles.stage}>
            <EmptyState title="Choose a file to compare">
              <p>
                This file has one revision so far. Upload another, or choose a file of the same kind above.
              </p>
            </EmptyState>
          </div>
        </>
      ) : (
        <ParticipantContext value={participant}>
          <Comparison key={`${other} ${fileId}`} file={file} otherId={other} />
        </ParticipantContext>
      )}
    </div>
  )
}

function Comparison({ file, otherId }: { file: FileDetails; otherId: string }) {
  const { data: other } = useSuspenseQuery(fileQuery(otherId))
  const { at, mode = 'side' } = useSearch({ from: '/files/$fileId/compare' })
  const zoom = useZoom(hasImages(file))
  const chrome = useChrome(useRoomForm())
  const [heard, setHeard] = useState<Which>(file.media?.hasAudio === false ? 'left' : 'right')
  const left = useSide(other, file, useNewRoom(other))
  const right = useSide(file, other, useNewRoom(file, placeAt(at, file)))
  if (!left || !right || left.media.kind !== right.media.kind) {
    return (
      <>
        <ChooseHeader file={file} />
        <div className={styles.stage}>
          <EmptyState title="These two cannot be compared">
            <p>{whyNot(other, file)}</p>
          </EmptyState>
        </div>
      </>
    )
  }
  return (
    <>
      <CompareHeader left={left} right={right} mode={mode} zoom={zoom} heard={heard} onHeard={setHeard} />
      <div className={styles.work}>
        <section className={styles.stage} aria-label={`${left.name} and ${right.name}`} {...chrome}>
          <Suspense fallback={<Spinner label="Loading" />}>
            <Body left={left} right={right} mode={mode} zoom={zoom} heard={heard} />
          </Suspense>
        </section>
        <CompareComments left={left} right={right} />
      </div>
    </>
  )
}

type BodyProps = Sides & Parameters<typeof CompareVideos>[0]

function Body(props: BodyProps) {
  const bodies: Record<NonNullable<Media['kind']>, (props: BodyProps) => React.ReactNode> = {
    VIDEO: CompareVideos,
    AUDIO: CompareAudio,
    IMAGE: CompareImages,
    DOCUMENT: CompareDocuments,
    MODEL: CompareModels,
  }
  const Kind = bodies[props.right.media.kind!]
  return <Kind {...props} />
}

/** Files with images can be overlaid and zoomed. */
function hasImages({ media }: FileDetails): boolean {
  return media?.kind === 'VIDEO' || media?.kind === 'IMAGE' || media?.kind === 'DOCUMENT'
}

/** Undefined until the file can be shown. */
function useSide(file: FileDetails, other: FileDetails, room: Side['room']): Side | undefined {
  const { media } = file
  return useMemo(() => {
    if (!media?.kind || !isThere(media)) return undefined
    return { file, media, room, name: nameBeside(file, other) }
  }, [file, media, other, room])
}

function isThere({ kind, proxy, preview, pageManifest, thumbnail }: Media): boolean {
  if (kind === 'VIDEO' || kind === 'AUDIO') return proxy !== null
  if (kind === 'DOCUMENT') return pageManifest !== null
  return (kind === 'IMAGE' ? preview : thumbnail) !== null
}

const kinds = {
  VIDEO: 'a video',
  AUDIO: 'an audio file',
  IMAGE: 'an image',
  DOCUMENT: 'a document',
  MODEL: 'a 3D model',
}

function whyNot(left: FileDetails, right: FileDetails): string {
  const missing = [left, right].find(({ media }) => !media?.kind || !isThere(media))
  if (missing) {
    const state = missing.media?.state
    if (state === 'PENDING' || state === 'PROCESSING' || missing.status === 'UPLOADING')
      return `“${missing.name}” is still being prepared. It is shown here as soon as it is ready.`
    return `“${missing.name}” has no preview. Choose another file above.`
  }
  return `One is ${kinds[left.media!.kind!]}, the other is ${kinds[right.media!.kind!]}. Choose one of the same kind above.`
}
