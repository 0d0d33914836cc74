// Where the browser comes back to with the code: a port of this machine that is open for that long only.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exitCodes } from '../exit-codes.ts'
import { CommandError } from '../kit/errors.ts'

export async function startCallback(state: string, issuer: string) {
  let settle: (answer: URLSearchParams) => void = () => {}
  const answered = new Promise<URLSearchParams>((resolve) => {
    settle = resolve
  })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    // Others on this machine may knock; only the browser that we sent knows the state.
    const ours = pathname === '/callback' && searchParams.get('state') === state && request.method === 'GET'
    response.writeHead(ours ? 200 : 404, {
      'Content-Type': 'text/html; charset=utf-8',
      'Referrer-Policy': 'no-referrer',
      Connection: 'close',
    })
    response.end(ours ? resultPage(searchParams.has('code')) : 'Not found')
    if (ours) settle(searchParams)
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    async code(signal: AbortSignal): Promise<string> {
      const answer = await Promise.race([answered, aborted(signal)])
      const iss = answer.get('iss')
      if (iss !== null && iss !== issuer) throw refused('The answer came from another server.')
      const code = answer.get('code')
      if (code !== null) return code
      if (answer.get('error') === 'access_denied') throw refused('You did not allow it.')
      throw refused(`The server refused: ${answer.get('error_description') ?? answer.get('error')}.`)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () =>
      reject(
        signal.reason?.name === 'TimeoutError'
          ? refused('Nobody answered in the browser within 10 minutes.')
          : signal.reason,
      )
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

function refused(message: string): CommandError {
  return new CommandError(exitCodes.notSignedIn, message, 'Try again: `dailies login`.')
}

function resultPage(worked: boolean): string {
  const [title, text] = worked
    ? ['You are signed in', 'Go back to the terminal. This window can be closed.']
    : ['Not signed in', 'The terminal says why. This window can be closed.']
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem}</style>
<h1>${title}</h1><p>${text}</p></html>`
}
