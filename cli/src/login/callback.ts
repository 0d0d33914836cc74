// The local server that the browser is redirected to with the code. It runs during the login only.
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
    // Other programs on this machine can send requests too; only the browser of this login knows the state.
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
      if (iss !== null && iss !== issuer) throw refused('The response came from another server.')
      const code = answer.get('code')
      if (code !== null) return code
      if (answer.get('error') === 'access_denied') throw refused('Access was denied in the browser.')
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
          ? refused('No response from the browser within 10 minutes.')
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
    ? ['You are signed in', 'Return to the terminal. You can close this window.']
    : ['Not signed in', 'See the terminal for the reason. You can close this window.']
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem}</style>
<h1>${title}</h1><p>${text}</p></html>`
}
