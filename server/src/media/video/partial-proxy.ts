// Makes the finished part of a proxy playable while the rest is encoded: the encoder writes its output twice, into the proxy and,
// as fragments, to a pipe. Fragments are collected into parts, and each part is stored when it is complete.
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameRate } from '../../core/frames.ts'
import { type PartFrames, partName } from '../../core/renditions.ts'
import type { PartStore } from '../processor.ts'
import { readFragments, type VideoFragment } from './fragments.ts'

export type PartWriter = {
  /** Takes the output of the encoder. */
  write(chunk: Buffer): void
  /** Resolves when everything is stored that was complete. */
  end(): Promise<void>
}

export type PartWriterOptions = {
  parts: PartStore
  rate: FrameRate | null
  /** Called with the number of frames that are encoded. */
  onFrames(frames: number): void
}

/** The last part is never stored: the proxy is complete by then. */
export function createPartWriter({ parts, rate, onFrames }: PartWriterOptions): PartWriter {
  const perSecond = rate ? rate.num / rate.den : 1
  let header: Buffer = Buffer.alloc(0)
  let mimeType = ''
  let part: PartFile | undefined
  let encoded = 0
  let storing = Promise.resolve()
  const close = (complete: PartFile) => {
    const covered = { firstFrame: complete.firstFrame, frames: encoded - complete.firstFrame }
    storing = storing.then(() => storeFile(parts, complete, covered, mimeType))
  }
  const read = readFragments({
    onHeader(bytes, type) {
      header = bytes
      mimeType = type
    },
    onFragment({ bytes, frames }: VideoFragment) {
      const started = part?.firstFrame ?? 0
      if (part && encoded - started >= parts.seconds(started / perSecond) * perSecond) {
        close(part)
        part = undefined
      }
      part ??= createPartFile(join(parts.folder, `${encoded}.mp4`), encoded, header)
      part.append(bytes)
      encoded += frames
      onFrames(encoded)
    },
  })
  return {
    write: read,
    async end() {
      await storing
      await part?.discard()
    },
  }
}

type PartFile = {
  firstFrame: number
  path: string
  append(bytes: Buffer): void
  /** Resolves when all bytes are written. */
  complete(): Promise<void>
  discard(): Promise<void>
}

function createPartFile(path: string, firstFrame: number, header: Buffer): PartFile {
  const opened = open(path, 'wx', 0o600)
  let writing: Promise<unknown> = opened.then((file) => file.appendFile(header))
  // The error is thrown by `complete`.
  const settle = () => writing.catch(() => undefined)
  settle()
  const close = async () => {
    await settle()
    await opened.then(
      (file) => file.close(),
      () => undefined,
    )
  }
  return {
    firstFrame,
    path,
    append(bytes) {
      writing = writing.then(async () => (await opened).appendFile(bytes))
      settle()
    },
    async complete() {
      await close()
      await writing
    },
    async discard() {
      await close()
      await rm(path, { force: true })
    },
  }
}

/** A part that cannot be stored ends playback there until the proxy exists; it must not fail the proxy. */
async function storeFile(parts: PartStore, file: PartFile, covered: PartFrames, mimeType: string) {
  try {
    await file.complete()
    await parts.store({ name: partName(covered), path: file.path, mimeType })
  } catch (error) {
    parts.onError(error)
  } finally {
    await rm(file.path, { force: true })
  }
}
