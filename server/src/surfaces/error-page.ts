import type { FastifyReply } from 'fastify'
import type { ApiError } from '../core/errors.ts'
import { html } from '../core/html.ts'
import { sendPage } from './page-layout.ts'

export function sendErrorPage(reply: FastifyReply, error: ApiError, requestId: string): FastifyReply {
  const [title, text] = inWords(error)
  const body = html`<div class="sheet"><h1>${title}</h1><p>${text}</p>
<p><a class="button second full" href="/">Go to Dailies</a></p>
<p class="after quiet small">Request <code>${requestId}</code></p></div>`
  return sendPage(reply.headers(error.headers), { title, body, status: error.status })
}

const tooMany = 'Too many attempts. '

/** The message for people: what happened and what to do. The message of an API error is written for programs. */
function inWords({ status, message, errors }: ApiError): [string, string] {
  if (status === 404) return ['Page not found', 'Check the address, or ask the person who sent it to you.']
  // The message of the guess limit says how long to wait.
  if (status === 429)
    return [
      'Too many attempts',
      message.startsWith(tooMany) ? message.slice(tooMany.length) : 'Wait a minute, then try again.',
    ]
  if (status >= 500) return ['Something went wrong', 'The server has a problem. Try again in a moment.']
  return ['This did not work', `${errors[0]?.message ?? message} Go back and try again.`]
}
