// The pages behind links in mails about notifications. The signature of the URL is the permission, so they work without a
// session. Opening one changes nothing, because mail scanners open every link; the button does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmGuestAddress, unsubscribe } from '../../auth/mail-settings.ts'
import { ApiError } from '../../core/errors.ts'
import { html } from '../../core/html.ts'
import { confirmAddressPath, unsubscribePath } from '../../records/notification-settings.ts'
import { deadLinkPage, type Page, sendPage } from '../page-layout.ts'
import { queryText } from './forms.ts'
import type { PageServices } from './visitor.ts'

export function registerMailPages(app: FastifyInstance, services: PageServices): void {
  const { database, urls } = services

  /** The page of a link that we signed; for any other, the page of a dead link. */
  function serve(
    path: string,
    page: () => Page,
    act: (request: FastifyRequest) => Promise<Page | undefined>,
  ) {
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      work: () => Promise<Page | undefined>,
    ) => {
      if (!isSigned(path, request)) return deadLinkPage(reply)
      const shown = await work()
      return shown ? sendPage(reply, shown) : deadLinkPage(reply)
    }
    app.get(path, (request, reply) => answer(request, reply, async () => page()))
    app.post(path, (request, reply) => answer(request, reply, () => act(request)))
  }

  function isSigned(path: string, request: FastifyRequest): boolean {
    try {
      urls.verify(path, request.query as Record<string, unknown>)
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }

  // Mail programs send `List-Unsubscribe=One-Click` as a form of either type (RFC 8058). The URL says everything.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) =>
    done(null),
  )
  serve(
    unsubscribePath,
    () => unsubscribePage,
    async (request) => {
      await unsubscribe(database.sql, queryText(request, 'user'))
      return unsubscribedPage
    },
  )
  serve(
    confirmAddressPath,
    () => confirmPage,
    async (request) => {
      const confirmed = await confirmGuestAddress(
        database.sql,
        queryText(request, 'user'),
        queryText(request, 'email'),
      )
      return confirmed ? confirmedPage : undefined
    },
  )
}

/** A form without an action is sent to the URL of the page, with its signature. */
function askPage(title: string, text: string, action: string): Page {
  const body = html`<div class="sheet"><h1>${title}</h1><p>${text}</p>
<form method="post"><button class="full">${action}</button></form></div>`
  return { title, body, unlisted: true }
}

function donePage(title: string, text: string): Page {
  const body = html`<div class="sheet"><h1>${title}</h1><p role="status">${text}</p>
<p><a class="button second full" href="/settings/notifications">Notification settings</a></p></div>`
  return { title, body, unlisted: true }
}

const unsubscribePage = askPage(
  'Unsubscribe',
  'Stop all mail about notifications? You still see them in Dailies.',
  'Unsubscribe',
)
const unsubscribedPage = donePage(
  'Unsubscribed',
  'You get no more mail about notifications. You can change this at any time.',
)
const confirmPage = askPage(
  'Confirm your e-mail address',
  'Get mail at this address when somebody answers you or asks for your review.',
  'Confirm address',
)
const confirmedPage = donePage(
  'Address confirmed',
  'You get mail at this address for as long as your link works.',
)
