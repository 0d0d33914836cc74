// One page: its image at once, then rendered sharply, with selectable text.
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactNode, useCallback, useState } from 'react'
import { useHeldUrl } from '../../data/derivatives.ts'
import styles from './page.module.css'
import type { PageEntry } from './page-sizes.ts'

/** Larger canvases are blank on some phones. */
const maxPixels = 16_000_000

type PageProps = {
  page: PageEntry
  scale: number
  image: string | null
  pdf: PDFDocumentProxy | null
  /** Covers the page exactly. */
  children?: ReactNode
}

export function Page({ page, scale, image, pdf, children }: PageProps) {
  const [isDrawn, setDrawn] = useState(false)
  const [isThere, setThere] = useState(false)
  const held = useHeldUrl(image)
  return (
    <div
      className={styles.page}
      style={{ inlineSize: page.width * scale, blockSize: page.height * scale }}
      data-page={page.number}
      data-shown={isDrawn || isThere || undefined}
    >
      {image && !isDrawn && (
        <img className={styles.image} {...held} alt={`Page ${page.number}`} onLoad={() => setThere(true)} />
      )}
      {pdf && <SharpPage key={scale} pdf={pdf} page={page} scale={scale} onDrawn={() => setDrawn(true)} />}
      <div className={styles.overlay}>{children}</div>
    </div>
  )
}

type SharpPageProps = { pdf: PDFDocumentProxy; page: PageEntry; scale: number; onDrawn: () => void }

function SharpPage({ pdf, page, scale, onDrawn }: SharpPageProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is rendered once per scale.
  const draw = useCallback((host: HTMLDivElement | null) => {
    if (!host) return
    const cancelled = new AbortController()
    drawPage(host, pdf, page, scale, cancelled.signal).then(onDrawn, () => {
      // A page that is damaged, or left the view before it was rendered, keeps its image.
    })
    return () => cancelled.abort()
  }, [])
  return <div ref={draw} className={styles.sharp} style={{ '--total-scale-factor': scale } as object} />
}

async function drawPage(
  host: HTMLDivElement,
  pdf: PDFDocumentProxy,
  { number, width }: PageEntry,
  scale: number,
  cancelled: AbortSignal,
): Promise<void> {
  const { TextLayer } = await import('pdfjs-dist')
  const page = await pdf.getPage(number)
  cancelled.throwIfAborted()
  // Drawings are relative to the size that the server has listed.
  const size = scale * (width / page.getViewport({ scale: 1 }).width)
  const viewport = page.getViewport({ scale: size })
  const pixels = Math.min(devicePixelRatio, Math.sqrt(maxPixels / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * pixels)
  canvas.height = Math.floor(viewport.height * pixels)
  const task = page.render({ canvas, viewport: page.getViewport({ scale: size * pixels }) })
  cancelled.addEventListener('abort', () => task.cancel())
  await task.promise
  cancelled.throwIfAborted()
  const text = document.createElement('div')
  text.className = styles.text!
  host.replaceChildren(canvas, text)
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  cancelled.addEventListener('abort', () => layer.cancel())
  await layer.render()
}
