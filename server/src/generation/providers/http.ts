// Calls to a provider's API, with a time limit, a size limit, no redirects, and errors that contain nothing
// of the request.
import type { z } from 'zod'
import { AnswerTooLarge, ConnectionLost, Malformed, Refused, Unreachable } from './failures.ts'

export type Api = {
  /** The provider's display name. */
  label: string
  timeoutSeconds: number
  maxAnswerBytes: number
}

/** The address and credentials of a provider, as configured. */
export type ProviderOptions = {
  apiKey: string
  /** Defaults to the provider's public address. */
  baseUrl?: string | undefined
  maxResultBytes?: number | undefined
}

export function baseUrlOf({ baseUrl }: Pick<ProviderOptions, 'baseUrl'>, standard: string): string {
  return (baseUrl ?? standard).replace(/\/+$/, '')
}

export const megabyte = 1024 * 1024
export const defaultMaxResultBytes = 1024 * megabyte

export function api(label: string, limits: Partial<Api> = {}): Api {
  return { label, timeoutSeconds: 60, maxAnswerBytes: megabyte, ...limits }
}

/** A `fetch` for the AI SDK and for `callJson`. Throws Refused for a response that is not a success. */
export function guardedFetch({ label, timeoutSeconds, maxAnswerBytes }: Api): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    try {
      // A redirect would send the key to a host that nobody configured.
      const response = await fetch(input, { ...init, signal, redirect: 'error' })
      const body = await readBody(response, maxAnswerBytes)
      if (!response.ok) throw new Refused(label, response.status, parsed(body), retryAfter(response))
      return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } })
    } catch (error) {
      if (error instanceof Refused || error instanceof AnswerTooLarge) throw error
      throw connectionError(label, error)
    }
  }
}

export async function callJson<T>(
  api: Api,
  url: string,
  init: RequestInit,
  schema: z.ZodType<T>,
): Promise<T> {
  const response = await guardedFetch(api)(url, init)
  const answer = schema.safeParse(parsed(await response.text()))
  if (!answer.success) throw new Malformed(`${api.label} returned an invalid response.`)
  return answer.data
}

export function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}

export function postJson(headers: Record<string, string>, body: unknown, signal: AbortSignal): RequestInit {
  const json = { ...headers, 'content-type': 'application/json' }
  return { method: 'POST', headers: json, body: JSON.stringify(body), signal }
}

/** The text at `path` of a provider's error body, or an empty string. */
export function textAt(body: unknown, ...path: string[]): string {
  let value = body
  for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

async function readBody(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new AnswerTooLarge(`The answer has more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}

const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** Only the code of the cause is used: its message may name hosts and addresses. */
function connectionError(label: string, error: unknown): Error {
  const code = textAt(error, 'cause', 'code') || textAt(error, 'name')
  if (neverConnected.includes(code)) return new Unreachable(`${label} cannot be reached: ${code}`)
  return new ConnectionLost(`The connection to ${label} was lost: ${code}`)
}
