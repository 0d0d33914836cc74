// The bodies that are accepted: JSON of a bounded shape. The shape is checked in one pass over the bytes before they are
// parsed, because parsing and validating costs far more than reading: a megabyte of `[` took 200 ms.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import { encodedBodyError } from '../problems.ts'

/** The deepest input of an operation has six levels; a tool call adds two. */
export const maxJsonDepth = 32
/** The largest inputs, a drawing of 64 KB and the list of 10,000 parts, hold a little over 30,000. */
export const maxJsonValues = 40_000
/** Fields of one object. The largest object of an operation has 64. */
export const maxJsonFields = 256

/** Accepts JSON only. An empty body counts as no body. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/([\w.-]+\+)?json\b/,
    { parseAs: 'buffer' },
    (request, body, done) => {
      const refused = refusal(request, body)
      if (refused) done(refused)
      else if (body.length === 0) done(null, undefined)
      else parse(request, body.toString(), done)
    },
  )
}

function refusal(request: FastifyRequest, body: Buffer): ApiError | undefined {
  const encoded = encodedBodyError(request)
  if (encoded) return encoded
  // Decoding would replace invalid bytes by U+FFFD, unnoticed.
  if (!isUtf8(body)) return new ApiError('invalid_json', { message: 'The body is not UTF-8.' })
  const excess = jsonExcess(body)
  if (excess === undefined) return undefined
  const [code, message] = excess
  return new ApiError('invalid_request', { errors: [{ path: '', code, message }] })
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const openBrace = 0x7b

// How many more items each open container may have, by its depth. The array is reused, because a pass is synchronous.
const left = new Uint32Array(maxJsonDepth + 1)

/**
 * Returns the code and message of the error when a JSON text exceeds a limit. Does not check whether the text is JSON at
 * all.
 */
export function jsonExcess(text: Uint8Array): [code: string, message: string] | undefined {
  let depth = 0
  let values = 0
  left[0] = maxJsonValues
  for (let i = 0; i < text.length; i++) {
    const byte = text[i]!
    if (byte === quote) {
      i = stringEnd(text, i + 1)
    } else if (byte === comma) {
      if (++values > maxJsonValues) return tooManyValues
      if (--left[depth]! === 0) return tooManyFields
    } else if (byte === openBracket || byte === openBrace) {
      if (++values > maxJsonValues) return tooManyValues
      if (++depth > maxJsonDepth) return tooDeep
      left[depth] = byte === openBrace ? maxJsonFields : maxJsonValues
    } else if (isClosing(byte) && depth > 0) {
      depth--
    }
  }
  return undefined
}

const tooDeep: [string, string] = ['too_deep', `The body must be nested at most ${maxJsonDepth} levels deep.`]
const tooManyValues: [string, string] = [
  'too_big',
  `The body must have at most ${maxJsonValues} values in total.`,
]
const tooManyFields: [string, string] = [
  'too_big',
  `An object in the body must have at most ${maxJsonFields} fields.`,
]

/** The index of the closing quote of a string whose first character is at `start`. */
function stringEnd(text: Uint8Array, start: number): number {
  let i = start
  while (i < text.length && text[i] !== quote) i += text[i] === backslash ? 2 : 1
  return i
}

/** `]` and `}` differ in one bit. */
function isClosing(byte: number): boolean {
  return (byte | 0x20) === 0x7d
}
