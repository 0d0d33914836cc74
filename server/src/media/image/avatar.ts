// Creates the squares of an avatar from an uploaded image. The image is decoded in the sandbox, and the
// original is not stored.
import { ApiError } from '../../core/errors.ts'
import { createKeyedLock } from '../../core/keyed-lock.ts'
import { type AvatarImages, avatarSizes } from '../../records/avatar.ts'
import { runNodeChild } from '../../sandbox/node-child.ts'

/** In pixels of the upright image. */
export type Crop = { x: number; y: number; size: number }

export type AvatarInput = { image: Uint8Array; crop: Crop | undefined; sizes: number[] }
export type AvatarAnswer = { images: Uint8Array[] } | { failure: keyof typeof failures }

const limits = { seconds: 10, megabytes: 800 }

const failures = {
  unsupported: ['', 'unsupported', 'The image must be a PNG, JPEG or WebP.'],
  unreadable: ['', 'unreadable', 'The image is broken or incomplete. Export it again, as PNG, JPEG or WebP.'],
  too_large: ['', 'too_big', 'The image must have at most 100 million pixels. Send a smaller one.'],
  outside: [
    '/size',
    'too_big',
    'The crop square reaches beyond the image. Its values are in pixels of the upright image.',
  ],
} as const

/**
 * Images of one person are decoded one after the other, and two at a time in all, so that nobody blocks the
 * others.
 */
const lockOfPerson = createKeyedLock()
const maxAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

export async function createAvatar(
  userId: string,
  image: Uint8Array,
  crop: Crop | undefined,
): Promise<AvatarImages> {
  // Other formats, such as SVG, GIF or HTML, are refused without starting a process.
  if (!hasKnownStart(image)) throw refusal('unsupported')
  const input = { image, crop, sizes: Object.values(avatarSizes) }
  const answer = await lockOfPerson(userId, () => inTurn(() => decode(input)))
  if ('failure' in answer) throw refusal(answer.failure)
  const [small, medium, large] = answer.images as [Uint8Array, Uint8Array, Uint8Array]
  return { small, medium, large }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((begin) => waiting.push(begin))
  else running++
  try {
    return await work()
  } finally {
    // Pass the slot to the next in line, or free it.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function decode(input: AvatarInput): Promise<AvatarAnswer> {
  const { answer, ...ended } = await runNodeChild<AvatarAnswer>({
    module: new URL('./avatar-child.ts', import.meta.url),
    ...{ input, limits, signal: AbortSignal.timeout(2 * limits.seconds * 1000) },
  })
  if (answer) return answer
  if (ended.tooMuchMemory) return { failure: 'too_large' }
  // A decoder that is killed or crashes means a hostile or broken image.
  if (ended.signal) return { failure: 'unreadable' }
  throw new Error(`failed to create the avatar: ${ended.complaint}`)
}

function hasKnownStart(image: Uint8Array): boolean {
  const start = Buffer.from(image.subarray(0, 12)).toString('latin1')
  return (
    start.startsWith('\x89PNG\r\n\x1a\n') || start.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP/s.test(start)
  )
}

function refusal(failure: keyof typeof failures): ApiError {
  const [path, code, message] = failures[failure]
  return new ApiError('invalid_request', { errors: [{ path, code, message }] })
}
