// Responses: data or errors of Dailies, or a response of something else such as a proxy.
import { DailiesError, type Problem } from './errors.ts'
import { retryAfterSeconds } from './waiting.ts'

export type Received = { status: number; headers: Headers; json: unknown }

export async function receive(response: Response): Promise<Received> {
  const { status, headers } = response
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Not a response of Dailies; `refusal` says so.
  }
  return { status, headers, json }
}

/** The error code of a Dailies error; undefined for other bodies. */
export function problemCode({ json }: Received): string | undefined {
  const { code, requestId } = (json ?? {}) as { code?: unknown; requestId?: unknown }
  return typeof code === 'string' && typeof requestId === 'string' ? code : undefined
}

/** The error for an unsuccessful response. */
export function refusal(received: Received): DailiesError {
  const { status, headers, json } = received
  const retryAfter = retryAfterSeconds(headers.get('Retry-After'))
  if (status >= 400 && problemCode(received) !== undefined) {
    return new DailiesError({ ...(json as Problem), status, retryAfter })
  }
  const redirected = status === 0 || (status >= 300 && status < 400)
  return new DailiesError({
    status,
    code: 'unexpected_answer',
    message: redirected
      ? 'The server answered with a redirect. Is baseUrl its address, with https where it has it?'
      : `The response with status ${status} does not come from Dailies. Check baseUrl, and any proxy in between.`,
    retryAfter,
  })
}
