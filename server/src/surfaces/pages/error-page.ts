import type { FastifyReply } from 'fastify'
import type { ApiError } from '../../core/errors.ts'
import { html } from './html.ts'
import { sendPage } from './layout.ts'

export function sendErrorPage(reply: FastifyReply, error: ApiError, requestId: string): FastifyReply {
  const title =
    error.status === 404 ? 'Nothing here' : error.status === 429 ? 'A moment, please' : 'That did not work'
  const body = html`<div class="sheet"><h1>${title}</h1><p>${error.message}</p>
<p class="quiet small">Request <code>${requestId}</code></p><p><a href="/">Go to the start</a></p></div>`
  return sendPage(reply.headers(error.headers), { title, body, status: error.status })
}
