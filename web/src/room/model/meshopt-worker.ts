import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js'

export type ToDecode = {
  id: number
  count: number
  size: number
  source: Uint8Array
  mode: string
  filter: string | undefined
}

/** Without bytes, the data was damaged. */
export type Decoded = { id: number; bytes?: Uint8Array }

addEventListener('message', async ({ data }: MessageEvent<ToDecode>) => {
  const { id, count, size, source, mode, filter } = data
  const answer: Decoded = { id }
  try {
    await MeshoptDecoder.ready
    const bytes = new Uint8Array(count * size)
    MeshoptDecoder.decodeGltfBuffer(bytes, count, size, source, mode, filter)
    answer.bytes = bytes
  } catch {
    // A response without bytes reports the error to the caller.
  }
  postMessage(answer)
})
