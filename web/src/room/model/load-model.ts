// Loads 3D models: glTF with the usual compressions, STL and OBJ. A model loads nothing from other hosts: only its own
// contents, and our own decoders.
import { Group, LoadingManager, Mesh, MeshStandardMaterial, type Object3D } from 'three'
import decoder from 'three/examples/jsm/libs/draco/gltf/draco_decoder.js?url'
import { DRACOLoader } from 'three/examples/jsm/loaders/DRACOLoader.js'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import type { Decoded, ToDecode } from './meshopt-worker.ts'

type Read = (bytes: ArrayBuffer) => Promise<Object3D>

const readers: Record<string, Read> = {
  'model/gltf-binary': readGltf,
  'model/gltf+json': readGltf,
  'model/stl': readStl,
  'model/obj': readObj,
}

export function canLoad(mimeType: string | null): boolean {
  return mimeType !== null && mimeType in readers
}

export async function loadModel(url: string, mimeType: string): Promise<Object3D> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The model could not be fetched: ${answer.status}.`)
  return readers[mimeType]!(await answer.arrayBuffer())
}

async function readGltf(bytes: ArrayBuffer): Promise<Object3D> {
  const manager = new LoadingManager()
  manager.setURLModifier((url) => {
    if (url.endsWith('draco_decoder.js')) return decoder
    return /^(blob|data):/.test(url) ? url : 'data:,'
  })
  const draco = new DRACOLoader(manager)
  // The content security policy of the page forbids WebAssembly.
  draco.setDecoderConfig({ type: 'js' })
  const meshopt = meshoptInWorker()
  try {
    const loader = new GLTFLoader(manager).setDRACOLoader(draco)
    // The loader calls only this method of the decoder.
    loader.setMeshoptDecoder(meshopt as unknown as Parameters<GLTFLoader['setMeshoptDecoder']>[0])
    return (await loader.parseAsync(bytes, '')).scene
  } finally {
    draco.dispose()
    meshopt.close()
  }
}

/** meshopt is WebAssembly, which the content security policy of the page forbids. A worker has its own policy. */
function meshoptInWorker() {
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

const clay = () => new MeshStandardMaterial({ color: '#b8b8b8', roughness: 0.75, side: 2 })

async function readStl(bytes: ArrayBuffer): Promise<Object3D> {
  const { STLLoader } = await import('three/examples/jsm/loaders/STLLoader.js')
  const geometry = new STLLoader().parse(bytes)
  geometry.computeVertexNormals()
  // STL uses the axes of 3D printers: z is up.
  geometry.rotateX(-Math.PI / 2)
  return new Mesh(geometry, clay())
}

async function readObj(bytes: ArrayBuffer): Promise<Object3D> {
  const { OBJLoader } = await import('three/examples/jsm/loaders/OBJLoader.js')
  const object = new OBJLoader().parse(new TextDecoder().decode(bytes))
  object.traverse((part) => {
    if (part instanceof Mesh) part.material = clay()
  })
  return new Group().add(object)
}
