// Images for avatars, and requests that send them: the bytes are the body.
import sharp from 'sharp'
import { credentialHeaders, type World } from '../worlds/world.ts'

/** Left half red, right half blue. */
export function twoColours(width: number, height: number) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: half }, left: Math.ceil(width / 2), top: 0 },
  ])
}

export async function sendImage(
  world: World,
  path: string,
  key: string | undefined,
  image: Uint8Array<ArrayBuffer> | string,
  type = 'image/png',
) {
  const headers = new Headers([...credentialHeaders(world.url, key), ['Content-Type', type]])
  const response = await fetch(world.url + path, { method: 'PUT', headers, body: image })
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body it asks for.
  return { status: response.status, body: (await response.json()) as any }
}

export async function loadImage(url: string) {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** The colour of a pixel, as `red`, `blue` or its numbers. */
export async function colourAt(image: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const [r, g, b] = data.subarray((y * info.width + x) * info.channels)
  if (r! > 200 && b! < 60) return 'red'
  return b! > 200 && r! < 60 ? 'blue' : `${r} ${g} ${b}`
}
