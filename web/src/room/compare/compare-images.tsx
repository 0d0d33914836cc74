// Two images, or the same page of two documents.
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { BackIcon, NextIcon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { PageList } from '../document/page-sizes.ts'
import { usePageList } from '../document/use-page-list.ts'
import styles from './compare.module.css'
import { sizeDifference } from './differences.ts'
import { Differences } from './differences-note.tsx'
import { Panes } from './panes.tsx'
import { SideDrawing } from './side-drawing.tsx'
import type { Mode, Side, Sides } from './sides.ts'
import type { Zoom } from './use-zoom.ts'

type Props = Sides & { mode: Mode; zoom: Zoom }

export function CompareImages({ left, right, mode, zoom }: Props) {
  const pane = ({ file, media, name, room }: Side) => ({
    label: name,
    ratio: (media.width ?? 1) / (media.height ?? 1),
    image: <img src={media.preview ?? media.thumbnail ?? ''} alt={file.name} draggable={false} />,
    overlay: <SideDrawing room={room} />,
  })
  return (
    <>
      <Differences of={sizeDifference(left, right)} />
      <Panes left={pane(left)} right={pane(right)} mode={mode} zoom={zoom} />
    </>
  )
}

export function CompareDocuments({ left, right, mode, zoom }: Props) {
  const pages = { left: usePageList(left.media), right: usePageList(right.media) }
  const last = Math.max(pages.left.total, pages.right.total)
  const [page, setPage] = useState(1)
  const go = (to: number) => setPage(Math.min(last, Math.max(1, to)))
  useShortcuts('Compare', [
    { keys: 'ArrowLeft', label: 'Previous page', run: () => go(page - 1) },
    { keys: 'ArrowRight', label: 'Next page', run: () => go(page + 1) },
  ])
  useReportPage(left, right, page, go)
  const longer = pages.left.total > pages.right.total ? left : right
  const more = Math.abs(pages.left.total - pages.right.total)
  return (
    <>
      <Differences
        of={more === 0 ? [] : [`${longer.name} has ${more} more ${more === 1 ? 'page' : 'pages'}.`]}
      />
      <Panes
        left={pageIn(left, pages.left, page)}
        right={pageIn(right, pages.right, page)}
        mode={mode}
        zoom={zoom}
      />
      <div className={styles.pages} data-bar="bottom">
        <IconButton label="Previous page" shortcut="ArrowLeft" onClick={() => go(page - 1)}>
          <BackIcon />
        </IconButton>
        <span role="status">
          Page {page} of {last}
        </span>
        <IconButton label="Next page" shortcut="ArrowRight" onClick={() => go(page + 1)}>
          <NextIcon />
        </IconButton>
      </div>
    </>
  )
}

function pageIn({ file, media, name, room }: Side, { total, pages }: PageList, number: number) {
  const page = pages[number - 1]
  return {
    label: name,
    ratio: page ? page.width / page.height : Math.SQRT1_2,
    overlay: <SideDrawing room={room} />,
    image: page?.image ? (
      <img
        src={new URL(page.image, new URL(media.pageManifest!, location.href)).href}
        alt={`Page ${number} of ${file.name}`}
        draggable={false}
      />
    ) : (
      <p className={styles.noPage}>
        {number <= total ? 'This page cannot be shown.' : 'This page does not exist.'}
      </p>
    ),
  }
}

/** Reports the page, so that links back to the room open the same one. */
function useReportPage(left: Side, right: Side, page: number, go: (page: number) => void): void {
  useEffect(() => {
    const leaves = [left, right].map(({ room }) => {
      room.moved({ page })
      return room.setViewer({
        show: async (place) => go(place.page ?? 1),
        pause: () => undefined,
        place: () => ({ page }),
      })
    })
    return () => {
      for (const leave of leaves) leave()
    }
  })
}
