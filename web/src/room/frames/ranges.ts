// Reads parts of a file by range requests, in blocks, some of which stay in memory.

/** A group of frames at the highest bit rate of a proxy takes one or two blocks. */
const blockBytes = 2 ** 19
const maxBlocks = 24

export type Ranges = {
  size: number
  /** From `start` up to, but without, `end`. */
  read: (start: number, end: number) => Promise<Uint8Array>
  close: () => void
}

/** Throws where pages may not read the file, or the server sends no ranges. The URL may be renewed between two reads. */
export async function openRanges(url: () => string): Promise<Ranges> {
  const closed = new AbortController()
  /** The least recently used block first. */
  const blocks = new Map<number, Promise<Uint8Array>>()
  let size = Number.POSITIVE_INFINITY

  async function load(block: number): Promise<Uint8Array> {
    const first = block * blockBytes
    const last = Math.min(first + blockBytes, size) - 1
    const answer = await fetch(url(), {
      headers: { Range: `bytes=${first}-${last}` },
      signal: closed.signal,
    })
    const [, total] = /\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '') ?? []
    if (answer.status !== 206 || total === undefined) {
      await answer.body?.cancel()
      throw new Error(`no range of a video: ${answer.status}`)
    }
    size = Number(total)
    return new Uint8Array(await answer.arrayBuffer())
  }

  function blockAt(block: number): Promise<Uint8Array> {
    const bytes = blocks.get(block) ?? load(block)
    blocks.delete(block)
    blocks.set(block, bytes)
    bytes.catch(() => blocks.get(block) === bytes && blocks.delete(block))
    const [oldest] = blocks.keys()
    if (blocks.size > maxBlocks) blocks.delete(oldest!)
    return bytes
  }

  /** The next block is requested in the direction of the reads, without waiting for it. */
  let before = 0
  function readAhead(block: number) {
    const next = block + (block < before ? -1 : 1)
    before = block
    if (next >= 0 && next * blockBytes < size && !blocks.has(next)) void blockAt(next)
  }

  await blockAt(0)
  return {
    size,
    async read(start, end) {
      const [from, to] = [Math.floor(start / blockBytes), Math.floor((end - 1) / blockBytes)]
      const parts = await Promise.all(Array.from({ length: to - from + 1 }, (_, at) => blockAt(from + at)))
      if (from !== before) readAhead(from)
      const bytes = new Uint8Array(end - start)
      for (const [at, part] of parts.entries()) {
        const first = (from + at) * blockBytes
        const [low, high] = [Math.max(start, first), Math.min(end, first + part.length)]
        bytes.set(part.subarray(low - first, high - first), low - start)
      }
      return bytes
    },
    close: () => closed.abort(),
  }
}
