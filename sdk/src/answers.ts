// What came back: ours, or something else's.
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
    // Not ours; `refusal` says so.
  }
  return { status, headers, json }
}

/** The code of an error of ours; undefined when it is none. */
export function problemCode({ json }: Received): string | undefined {
  const { code, requestId } = (json ?? {}) as { code?: unknown; requestId?: unknown }
  return typeof code === 'string' && typeof requestId === 'string' ? code : undefined
}

/** An answer that is not success, as an error. */
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
      : `The answer with status ${status} is not one of Dailies. Is baseUrl its address, or is a proxy in between?`,
    retryAfter,
  })
}
