// The attachments of a comment. Images are shown as thumbnails and enlarged; all other files are downloaded, never opened
// here.
import type { Comment } from '@dailies/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { queryClient } from '../data/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { sizeInWords } from '../ui/size.ts'
import styles from './attachments.module.css'
import { useAct } from './discussion-context.ts'
import { download } from './download.ts'
import { FileIcon } from './icons.tsx'
import { isUnsent } from './outbox.ts'

type Attachment = Comment['attachments'][number]

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
/** Larger images are loaded only on request. */
const maxImageSize = 10_000_000

const urlQuery = (id: string) =>
  queryOptions({
    queryKey: ['attachment', id],
    queryFn: ({ signal }) => client.commentAttachments.download(id, { signal }),
    // The URL expires after an hour.
    staleTime: 50 * 60_000,
  })

export function Attachments({ comment }: { comment: Comment }) {
  if (comment.attachments.length === 0) return null
  return (
    <ul className={styles.attachments} aria-label="Attachments">
      {comment.attachments.map((attachment) => (
        <li key={attachment.id}>
          {isImage(attachment) && !isUnsent(comment) ? (
            <ImagePreview attachment={attachment} />
          ) : (
            <Download attachment={attachment} />
          )}
        </li>
      ))}
    </ul>
  )
}

function isImage({ mimeType, size }: Attachment): boolean {
  return mimeType !== null && imageTypes.has(mimeType) && size <= maxImageSize
}

function ImagePreview({ attachment }: { attachment: Attachment }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(urlQuery(attachment.id))
  return (
    <>
      <button
        type="button"
        className={styles.image}
        onClick={() => setOpen(true)}
        aria-label={`View ${attachment.name}`}
        title={attachment.name}
      >
        {data && <img src={data.url} alt="" loading="lazy" />}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={attachment.name} wide>
        {data && <img className={styles.large} src={data.url} alt={attachment.name} />}
        <DialogButtons>
          <DownloadButton attachment={attachment} />
        </DialogButtons>
      </Dialog>
    </>
  )
}

function Download({ attachment }: { attachment: Attachment }) {
  const act = useAct()
  return (
    <button type="button" className={styles.attachment} onClick={() => act(() => fetchIt(attachment))}>
      <FileIcon />
      <span className="unseen">Download </span>
      <span className={styles.fileName}>{attachment.name}</span>
      <span className="quiet small">{sizeInWords(attachment.size)}</span>
    </button>
  )
}

function DownloadButton({ attachment }: { attachment: Attachment }) {
  const act = useAct()
  return <Button onClick={() => act(() => fetchIt(attachment))}>Download</Button>
}

async function fetchIt({ id, name }: Attachment): Promise<void> {
  const { url } = await queryClient.fetchQuery(urlQuery(id))
  download(url, name)
}
