// Uploads: a summary on one line, and the single files above it.

import { useStore } from '../data/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { messageOf } from '../ui/error-messages.ts'
import { CheckIcon, CloseIcon } from '../ui/icons.tsx'
import { ChevronIcon, RetryIcon } from '../ui/object-icons.tsx'
import { sizeInWords } from '../ui/size.ts'
import { timeLeft } from './speed.ts'
import {
  cancelUpload,
  dismissUploads,
  isOpen,
  retryUpload,
  showList,
  type Upload,
  uploads,
} from './upload-queue.ts'
import styles from './upload-tray.module.css'

/** Of a long queue, only the currently relevant uploads are rendered. */
const maxShown = 50
const order: Upload['state'][] = ['failed', 'sending', 'waiting', 'queued', 'done']

export function UploadTray() {
  const all = useStore(uploads, (state) => state.all)
  const listed = useStore(uploads, (state) => state.listed)
  // Collapsed unless the person expands it, or an upload needs attention.
  const open = listed ?? all.some(({ state }) => state === 'failed')
  return (
    <aside className={styles.tray} aria-label="Uploads" data-dock>
      {open && <Files all={all} />}
      <div className={styles.bar}>
        <Total all={all} />
        {all.some(({ state }) => state === 'failed') && (
          <Button small onClick={() => retryAll(all)}>
            Try again
          </Button>
        )}
        <IconButton
          label={open ? 'Hide the files' : 'Show the files'}
          aria-expanded={open}
          className={open ? '' : (styles.up ?? '')}
          onClick={() => showList(!open)}
        >
          <ChevronIcon />
        </IconButton>
        {!all.some(isOpen) && (
          <IconButton label="Dismiss uploads" onClick={dismissUploads}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
    </aside>
  )
}

function Files({ all }: { all: readonly Upload[] }) {
  const sorted = all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const hidden = sorted.length - maxShown
  return (
    <ul className={styles.list}>
      {sorted.slice(0, maxShown).map((upload) => (
        <Row key={upload.key} upload={upload} />
      ))}
      {hidden > 0 && <li className={styles.more}>and {hidden.toLocaleString('en')} more</li>}
    </ul>
  )
}

function retryAll(all: readonly Upload[]): void {
  for (const { key, state } of all) if (state === 'failed') retryUpload(key)
}

function Total({ all }: { all: readonly Upload[] }) {
  const bytesPerSecond = useStore(uploads, (state) => state.bytesPerSecond)
  const size = all.reduce((sum, { file }) => sum + file.size, 0)
  const loaded = all.reduce((sum, upload) => sum + upload.loaded, 0)
  const left = all.filter(isOpen).length
  const sending = all.some(({ state }) => state === 'sending')
  return (
    <div className={styles.total}>
      <p>
        {/* Announced when an upload is done, not with every byte. */}
        <strong role="status">{inWords(all)}</strong>{' '}
        {left > 0 && (
          <span className={styles.figures}>
            {sizeInWords(loaded)} of {sizeInWords(size)}
            {sending && bytesPerSecond > 0 && ` · ${sizeInWords(bytesPerSecond)}/s`}
            {sending && ` · ${timeLeft(size - loaded, bytesPerSecond) ?? 'starting'}`}
          </span>
        )}
      </p>
      {left > 0 && <progress aria-label="All uploads" max={size || 1} value={loaded} />}
    </div>
  )
}

function inWords(all: readonly Upload[]): string {
  const count = (state: Upload['state']) => all.filter((upload) => upload.state === state).length
  const left = all.filter(isOpen).length
  const failed = count('failed')
  if (count('waiting') > 0 && count('sending') === 0)
    return 'Offline. Uploads continue when the connection is back.'
  if (left > 0) return `Uploading ${countOf(left)}`
  if (failed > 0) return `${failed} of ${countOf(all.length)} not uploaded`
  return `${countOf(all.length)} uploaded`
}

function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en')} files`
}

function Row({ upload }: { upload: Upload }) {
  const { key, file, state, loaded } = upload
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>{file.name}</span>
        <span className={state === 'failed' ? styles.failed : styles.figures}>{detail(upload)}</span>
      </div>
      {state === 'sending' && (
        <progress className={styles.progress} aria-label={file.name} max={file.size || 1} value={loaded} />
      )}
      {state === 'done' && <CheckIcon />}
      {state === 'failed' && (
        <IconButton small label={`Try ${file.name} again`} onClick={() => retryUpload(key)}>
          <RetryIcon />
        </IconButton>
      )}
      {state !== 'done' && (
        <IconButton small label={`Cancel ${file.name}`} onClick={() => cancelUpload(key)}>
          <CloseIcon />
        </IconButton>
      )}
    </li>
  )
}

function detail({ file, state, loaded, error }: Upload): string {
  if (state === 'failed') return messageOf(error)
  if (state === 'waiting') return 'Waiting for the network'
  if (state === 'queued') return `${sizeInWords(file.size)}, queued`
  if (state === 'done') return sizeInWords(file.size)
  return `${Math.floor((loaded / (file.size || 1)) * 100)} % of ${sizeInWords(file.size)}`
}
