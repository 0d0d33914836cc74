// Documents: pages below each other. Images of the pages appear first; pdf.js then renders them sharply at any zoom.
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { useMayDownload } from '../../data/permissions.ts'
import { keys } from '../../data/queries.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { DocumentBar } from '../document/document-bar.tsx'
import { Page } from '../document/page.tsx'
import {
  gap,
  largestOf,
  nextZoom,
  type PageList,
  type PageZoom,
  pageAt,
  pageOf,
  scaleOf,
} from '../document/page-sizes.ts'
import { Thumbnails } from '../document/thumbnails.tsx'
import { useDocumentKeys } from '../document/use-document-keys.ts'
import { usePageList } from '../document/use-page-list.ts'
import { type Place, useRoom, useRoomState } from '../room.ts'
import styles from './document-viewer.module.css'
import type { ViewerProps } from './viewer-props.ts'

/** A reader who started with the original stays with it, so that the pages do not move. */
export function DocumentViewer(props: ViewerProps) {
  const [isOriginal] = useState(props.media.pageManifest === null)
  return isOriginal ? <OriginalPages {...props} /> : <ListedPages {...props} />
}

function ListedPages(props: ViewerProps) {
  return <Pages {...props} list={usePageList(props.media)} pdf={usePdf(props.file).data ?? null} />
}

function OriginalPages(props: ViewerProps) {
  const { data: pdf, isError } = usePdf(props.file)
  const { data: list } = useQuery({
    queryKey: ['pages of the original', props.file.id],
    queryFn: () => pagesOf(pdf!),
    enabled: pdf !== undefined,
    staleTime: Infinity,
  })
  const { onUnplayable } = props
  useEffect(() => {
    if (isError) onUnplayable()
  }, [isError, onUnplayable])
  if (pdf && list) return <Pages {...props} list={list} pdf={pdf} />
  return (
    <div className={styles.waiting}>
      <Spinner label="Loading" />
    </div>
  )
}

/** Later pages are assumed to be as large as the last of these. */
const maxMeasured = 50

async function pagesOf(pdf: PDFDocumentProxy): Promise<PageList> {
  const numbers = Array.from({ length: Math.min(pdf.numPages, maxMeasured) }, (_, index) => index + 1)
  const pages = numbers.map(async (number) => {
    const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
    return { number, width: Math.round(width), height: Math.round(height), image: null }
  })
  return { total: pdf.numPages, pages: await Promise.all(pages) }
}

type PagesProps = Pick<ViewerProps, 'file' | 'media' | 'overlay'> & {
  list: PageList
  pdf: PDFDocumentProxy | null
}

function Pages({ file, media, overlay, list, pdf }: PagesProps) {
  const room = useRoom()
  const [zoom, setZoom] = useState<PageZoom>('page')
  const [hasThumbnails, setThumbnails] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const pane = usePane(scroller)
  const current = useRoomState((state) => state.place.page ?? 1)
  const scale = scaleOf(zoom, largestOf(list), pane)
  // The page that was navigated to is the current one as long as it is visible, even where it cannot be scrolled to the
  // top.
  const asked = useRef<number | null>(null)
  const pages = useVirtualizer({
    count: list.total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => pageOf(list, index + 1).height * scale,
    gap,
    paddingStart: gap,
    paddingEnd: gap,
    scrollPaddingStart: gap,
    overscan: 1,
    onChange(instance) {
      const { scrollOffset, scrollRect } = instance
      const page =
        asked.current ?? pageAt(instance.getVirtualItems(), scrollOffset ?? 0, scrollRect?.height ?? 0)
      if (page !== room.store.get().place.page) room.moved({ page })
    },
  })

  const goTo = useCallback(
    (page: number) => {
      asked.current = Math.min(Math.max(page, 1), list.total)
      room.moved({ page: asked.current })
      pages.scrollToIndex(asked.current - 1, { align: 'start' })
    },
    [room, pages, list.total],
  )
  const byHand = () => {
    asked.current = null
  }
  // The text being read stays in place when the pages are resized.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for each scale.
  useEffect(() => {
    pages.measure()
    pages.scrollToIndex((room.store.get().place.page ?? 1) - 1, { align: 'start' })
  }, [scale])
  useEffect(() => {
    const show = async ({ page }: Place) => {
      if (page === undefined) return
      goTo(page)
      await isShown(scroller, page)
    }
    return room.setViewer({
      show,
      pause: () => {},
      place: () => ({ page: room.store.get().place.page ?? 1 }),
    })
  }, [room, goTo])
  const zoomBy = (direction: 1 | -1) => setZoom(nextZoom(scale, direction))
  useDocumentKeys({ goTo, current, total: list.total, zoomBy, setZoom })

  return (
    <div className={styles.document}>
      <div className={styles.body}>
        {hasThumbnails && <Thumbnails list={list} media={media} current={current} onPick={goTo} />}
        <section
          ref={scroller}
          className={styles.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
          tabIndex={0}
          aria-label={`Pages of ${file.name}`}
          onWheel={byHand}
          onPointerDown={byHand}
          onKeyDown={(event) => /^(Page|Arrow(Up|Down)| )/.test(event.key) && byHand()}
        >
          <div className={styles.pages} style={{ blockSize: pages.getTotalSize() }}>
            {pages.getVirtualItems().map(({ index, start }) => {
              const page = pageOf(list, index + 1)
              const image = page.image && new URL(page.image, media.pageManifest!).href
              return (
                <div key={index} className={styles.row} style={{ translate: `0 ${start}px` }}>
                  <Page page={page} scale={scale} image={image} pdf={pdf}>
                    {page.number === current && overlay}
                  </Page>
                </div>
              )
            })}
          </div>
        </section>
      </div>
      <DocumentBar
        {...{ current, total: list.total, goTo, zoom, scale, setZoom, zoomBy }}
        thumbnails={{ on: hasThumbnails, toggle: () => setThumbnails(!hasThumbnails) }}
      />
    </div>
  )
}

/**
 * The document itself. Without permission to download it, or if pdf.js cannot read it, people see images of its pages.
 */
function usePdf(file: FileDetails) {
  const mayDownload = useMayDownload()
  return useQuery({
    queryKey: keys.file(file.id, 'pdf'),
    queryFn: async () => {
      const { url } = await client.files.getDownloadUrl(file.id)
      const { openPdf } = await import('../document/open-pdf.ts')
      return openPdf(url)
    },
    enabled: mayDownload && file.mimeType === 'application/pdf',
    staleTime: Infinity,
    // An open document uses memory in its worker.
    gcTime: 0,
    structuralSharing: false,
    meta: { ownErrors: true },
  })
}

function usePane(scroller: React.RefObject<HTMLDivElement | null>) {
  const [pane, setPane] = useState({ width: 800, height: 600 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0 && height > 0) setPane({ width, height })
    })
    observer.observe(scroller.current!)
    return () => observer.disconnect()
  }, [scroller])
  return pane
}

/** Settles when part of the page is on the screen, or the viewer is unmounted. */
function isShown(scroller: React.RefObject<HTMLDivElement | null>, page: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const node = scroller.current
      if (!node?.isConnected || node.querySelector(`[data-page="${page}"][data-shown]`)) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })
}
