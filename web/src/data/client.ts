import { Dailies, type DailiesOptions } from '@dailies/sdk'

/** Acts as the signed-in person: without a token, the browser sends its cookie. */
export let client = new Dailies()

/** For reports that must arrive while the page is being closed. They are not repeated: the next one follows. */
export let parting = createParting()

/**
 * The share page acts as the guest of a share. Everything that imports the clients sees the new ones. `onRefusal`: the token
 * does not work any more.
 */
export function actWith(token: string | undefined, onRefusal?: () => void): void {
  const watched: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init)
    if (answer.status === 401) onRefusal?.()
    return answer
  }
  client = new Dailies({ token, ...(onRefusal && { fetch: watched }) })
  parting = createParting({ token })
}

function createParting(options: DailiesOptions = {}): Dailies {
  return new Dailies({
    ...options,
    maxRetries: 0,
    fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  })
}
