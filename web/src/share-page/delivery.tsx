// Files that the guest sends: into the folder that the people who share have chosen.
import type { OpenShare } from '@dailies/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { guessKind } from '../data/file-kinds.ts'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { sizeInWords } from '../ui/size.ts'
import { readEntries, takeEntries } from '../uploads/dropped-files.ts'
import { addUploads, uploads } from '../uploads/upload-queue.ts'
import { UploadTray } from '../uploads/upload-tray.tsx'
import styles from './delivery.module.css'
import { SendIcon } from './icons.tsx'
import { openShareQuery } from './share-queries.ts'

type Upload = NonNullable<OpenShare['upload']>

export function Delivery({ share, upload }: { share: OpenShare; upload: Upload }) {
  const { project, guest } = share
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const isBusy = useStore(uploads, ({ all }) => all.length > 0)
  useReloadWhenDone()
  function send(files: readonly File[]) {
    const fitting = files.filter((file) => isAllowed(upload, file))
    setRefused(refusalOf(upload, files, fitting))
    if (fitting.length === 0 || guest.userId === null) return
    // The server puts them into the folder of the share.
    const items = fitting.map((file) => ({ file, folderId: null }))
    addUploads(guest.userId, project.id, items, { isAlone: true })
  }
  async function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const dropped = await readEntries(takeEntries(event.dataTransfer))
    send(dropped.map(({ file }) => file))
  }
  return (
    <section
      className={styles.delivery}
      aria-label="Send files"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <h2>Send files</h2>
      <p className="quiet">{limitsOf(upload)}</p>
      <Button look="main" disabled={guest.preview} onClick={() => picker.current?.click()}>
        <SendIcon /> Choose files
      </Button>
      <p className={styles.hint}>or drop them here</p>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptOf(upload)}
        aria-label="Files to send"
        onChange={({ currentTarget }) => {
          send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {refused !== null && (
        <p className="problem" role="alert">
          {refused}
        </p>
      )}
      {isBusy && <UploadTray />}
    </section>
  )
}

/** Uploaded files appear in the list. */
function useReloadWhenDone(): void {
  const queries = useQueryClient()
  const done = useStore(uploads, ({ all }) => all.filter(({ state }) => state === 'done').length)
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: openShareQuery.queryKey })
  }, [queries, done])
}

function isAllowed({ kinds }: Upload, { type }: File): boolean {
  if (kinds === null || type === '') return true
  const kind = guessKind({ mimeType: type, mode: 'LOCAL' })
  return kinds.some((one) => one.toLowerCase() === kind)
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

function kindsInWords({ kinds }: Upload): string | undefined {
  if (kinds === null) return undefined
  const names = kinds.map((kind) => plurals[kind])
  return list.format(names)
}

const plurals = {
  VIDEO: 'videos',
  AUDIO: 'audio files',
  IMAGE: 'images',
  DOCUMENT: 'documents',
  MODEL: '3D models',
} as const

function limitsOf(upload: Upload): string {
  const kinds = kindsInWords(upload)
  const { maxBytes, usedBytes } = upload
  const what = kinds === undefined ? 'Any kind of file.' : `${kinds[0]!.toUpperCase()}${kinds.slice(1)}.`
  const left = maxBytes === null ? '' : ` ${sizeInWords(Math.max(0, maxBytes - usedBytes))} left.`
  return what + left
}

function refusalOf(upload: Upload, chosen: readonly File[], fitting: readonly File[]): string | null {
  const { maxBytes, usedBytes } = upload
  const size = fitting.reduce((sum, file) => sum + file.size, 0)
  if (maxBytes !== null && usedBytes + size > maxBytes)
    return `These files are larger than the ${sizeInWords(Math.max(0, maxBytes - usedBytes))} that are left. Send fewer of them, or ask for more space.`
  const wrong = chosen.filter((file) => !fitting.includes(file))
  if (wrong.length === 0) return null
  const names = wrong.slice(0, 3).map(({ name }) => name)
  return `Only ${kindsInWords(upload)} can be sent here. Left out: ${list.format(names)}${wrong.length > 3 ? ` and ${wrong.length - 3} more` : ''}.`
}

const accepted = {
  VIDEO: ['video/*', '.mxf'],
  AUDIO: ['audio/*'],
  IMAGE: ['image/*'],
  DOCUMENT: ['application/pdf', '.doc', '.docx', '.odt', '.rtf', '.txt', '.ppt', '.pptx', '.xls', '.xlsx'],
  MODEL: ['.glb', '.gltf', '.obj', '.fbx', '.stl', '.ply', '.usdz'],
} as const

/** For the file dialog of the browser. */
function acceptOf({ kinds }: Upload): string | undefined {
  return kinds?.flatMap((kind) => accepted[kind]).join()
}
