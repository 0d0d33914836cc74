// Images: the preview at once, and the original when a person zooms in further than the preview is sharp.
import type { FileDetails, Media } from '@dailies/sdk'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useHeldUrl } from '../../data/derivatives.ts'
import { useMayDownload } from '../../data/permissions.ts'
import { createStore, type Store } from '../../data/store.ts'
import { useRoom } from '../room.ts'
import { ViewButton } from '../view-tools/view-button.tsx'
import { ViewLegend, ViewTools } from '../view-tools/view-tools.tsx'
import { fitted, type Size, type View, type ZoomControls } from '../zoom/zoom.ts'
import { ZoomPane } from '../zoom/zoom-pane.tsx'
import styles from './image-viewer.module.css'
import { shownImages, useOriginalUrl } from './original.ts'
import type { ViewerProps } from './viewer-props.ts'

export function ImageViewer({ file, media, original, onUnplayable, overlay }: ViewerProps) {
  const room = useRoom()
  // While the original is shown, the preview is not needed.
  const [isOriginal] = useState(media.preview === null)
  const view = useMemo(() => createStore<View>(fitted), [])
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const show = async () => {
      await image.current?.decode().catch(() => undefined)
    }
    return room.setViewer({ show, pause: () => {}, place: () => ({}) })
  }, [room])
  const isDrawing = () => room.store.get().pen !== null
  return (
    <ZoomableImage
      {...{ file, media, view, isDrawing, ref: image }}
      {...(isOriginal && original !== null && { original, onError: onUnplayable })}
    >
      {overlay}
    </ZoomableImage>
  )
}

/** Two viewers with the same view move together. */
export function ZoomableImage({
  file,
  media,
  view,
  isDrawing,
  original,
  onError,
  ref,
  children,
}: {
  file: FileDetails
  media: Media
  view: Store<View>
  isDrawing: () => boolean
  /** Shown instead of the preview. */
  original?: string
  onError?: () => void
  ref?: React.Ref<HTMLImageElement>
  /** Covers the image exactly. */
  children?: ReactNode
}) {
  // A file of unknown size has the size of its preview.
  const [loaded, setLoaded] = useState<Size | null>(null)
  const width = media.width ?? loaded?.width ?? 1600
  const height = media.height ?? loaded?.height ?? 900
  const image = useMemo(() => ({ width, height }), [width, height])
  const preview = useHeldUrl(media.preview)
  const backdrop = useRef<HTMLDivElement>(null)
  const zoom = useRef<ZoomControls>(null)
  return (
    <ZoomPane
      {...{ view, image, isDrawing }}
      controls={zoom}
      tools={<ViewButton {...{ file, media, zoom }} element={backdrop} />}
      over={<ViewLegend />}
    >
      {(scale) => (
        <div ref={backdrop} className={styles.backdrop}>
          <img
            ref={ref}
            className={styles.image}
            src={original ?? preview.src}
            alt={file.name}
            draggable={false}
            onError={onError ?? preview.onError}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setLoaded({ width: naturalWidth, height: naturalHeight })
            }
          />
          <Sharper file={file} isWanted={isTooCoarse(file, scale * width, loaded)} />
          <ViewTools ratio={width / height} />
          <div className={styles.overlay}>{children}</div>
        </div>
      )}
    </ZoomPane>
  )
}

function isTooCoarse({ mimeType }: FileDetails, width: number, loaded: Size | null): boolean {
  return loaded !== null && shownImages.test(mimeType ?? '') && width * devicePixelRatio > loaded.width * 1.1
}

/** The original, on top of the preview once it has loaded. Without permission to download it, the preview stays. */
function Sharper({ file, isWanted }: { file: FileDetails; isWanted: boolean }) {
  const mayDownload = useMayDownload()
  const [isSharp, setSharp] = useState(false)
  const { data: url } = useOriginalUrl(file.id, isWanted && mayDownload)
  if (!url) return null
  return (
    <img
      className={styles.sharper}
      data-sharp={isSharp || undefined}
      src={url}
      alt=""
      draggable={false}
      onLoad={() => setSharp(true)}
    />
  )
}
