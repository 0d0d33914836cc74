import type { Media } from '@dailies/sdk'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { type PageList, pageOf } from './page-sizes.ts'
import styles from './thumbnails.module.css'

const width = 96

export function Thumbnails({
  list,
  media,
  current,
  onPick,
}: {
  list: PageList
  media: Media
  current: number
  onPick: (page: number) => void
}) {
  const scroller = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: list.total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const page = pageOf(list, index + 1)
      return (page.height / page.width) * width + 28
    },
    overscan: 2,
  })
  useEffect(() => rows.scrollToIndex(current - 1), [rows, current])
  return (
    <nav ref={scroller} className={styles.strip} aria-label="Thumbnails">
      <div className={styles.rows} style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const { number, image } = pageOf(list, index + 1)
          return (
            <button
              key={number}
              type="button"
              className={styles.row}
              style={{ translate: `0 ${start}px`, blockSize: size }}
              aria-current={number === current ? 'page' : undefined}
              aria-label={`Page ${number}`}
              onClick={() => onPick(number)}
            >
              {image && <img src={new URL(image, media.pageManifest!).href} alt="" />}
              <span>{number}</span>
            </button>
          )
        })}
      </div>
    </nav>
  )
}
