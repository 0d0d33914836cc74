// meshopt is WebAssembly, which the content security policy of the page forbids. A worker has its own policy.
import type { Decoded, ToDecode } from './meshopt-worker.ts'

export function meshoptInWorker() {
  let worker: Worker | undefined
  let requests = 0
  const waiting = new Map<number, (decoded: Decoded) => void>()

  function start(): Worker {
    const started = new Worker(new URL('./meshopt-worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<Decoded>) => {
      waiting.get(data.id)?.(data)
      waiting.delete(data.id)
    }
    return started
  }

  return {
    supported: true,
    async decodeGltfBufferAsync(
      count: number,
      size: number,
      source: Uint8Array,
      mode: string,
      filter?: string,
    ): Promise<Uint8Array> {
      worker ??= start()
      const id = ++requests
      const answer = new Promise<Decoded>((resolve) => waiting.set(id, resolve))
      worker.postMessage({ id, count, size, source, mode, filter } satisfies ToDecode)
      const decoded = await answer
      if (!decoded.bytes) throw new Error('Part of the model is damaged.')
      return decoded.bytes
    },
    close: () => worker?.terminate(),
  }
}
