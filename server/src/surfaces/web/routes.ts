// The web app: one HTML document for all of its paths, one for the pages of shares, and the files that they load.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import type { Admission } from '../admission.ts'
import { type PageScopeServices, registerPageScope } from '../page-scope.ts'
import { type Asset, hashOf, readBuiltApp } from './built-app.ts'
import { appPaths, sharePath } from './paths.ts'
import { documentHeaders, pushWorkerHeaders, unlisted } from './policy.ts'
import { type Encoding, pushWorkerFile } from './sources.ts'

export type WebServices = PageScopeServices & {
  admission: Admission
  /** Other origins where browsers send and fetch files. */
  fileOrigins: readonly string[]
}

export function registerWebApp(app: FastifyInstance, services: WebServices): void {
  registerPageScope(app, services, (scope) => registerRoutes(scope, services))
}

function registerRoutes(scope: FastifyInstance, { admission, fileOrigins }: WebServices): void {
  const app = readBuiltApp()
  const headers = documentHeaders(fileOrigins)
  const sendDocument = documentSender(app?.document, headers)
  // Pages that are rendered on the server take precedence, because their paths are more specific.
  for (const path of appPaths) {
    scope.get(path, async (request, reply) => {
      await admission.requireSession(request)
      return sendDocument(request, reply)
    })
  }
  // Without a session, and the same for every key: the page asks for what is behind the link, so that link previews and
  // crawlers, which run no script, open nothing.
  scope.get(sharePath, documentSender(app?.shareDocument, { ...headers, ...unlisted }))
  // Without a session: assets are the same for everybody, and no secret.
  scope.get('/assets/*', (request, reply) => {
    const asset = app?.assets.get(request.url.split('?', 1)[0]!)
    // The name changes with the content.
    return sendAsset(asset, { 'Cache-Control': 'public, max-age=31536000, immutable' }, request, reply)
  })
  scope.get(`/${pushWorkerFile}`, (request, reply) =>
    sendAsset(app?.pushWorker, pushWorkerHeaders, request, reply),
  )
  scope.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .headers({
        'Content-Type': 'application/manifest+json; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
      })
      .send(manifest),
  )
}

/** With it, the app can be put on a home screen: iPhones and iPads allow push messages only there. */
const manifest = JSON.stringify({
  ...{ name: 'Dailies', short_name: 'Dailies', id: '/', start_url: '/', display: 'standalone' },
  ...{ background_color: '#161616', theme_color: '#161616' },
  icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
})

type Sender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

function documentSender(document: string | undefined, headers: Record<string, string>): Sender {
  if (document === undefined) {
    const message = 'The web app is not built. Run `npm run build -w web`, then restart the server.'
    return () => {
      throw new ApiError('unavailable', { message })
    }
  }
  // The headers are part of the ETag: another policy is another response, even for the same document.
  const eTag = `"${hashOf(document, JSON.stringify(headers))}"`
  return (request, reply) => {
    reply.headers({ ...headers, ETag: eTag, 'Cache-Control': 'private, no-cache' })
    if (request.headers['if-none-match'] === eTag) return reply.code(304).send()
    return reply.header('Content-Type', 'text/html; charset=utf-8').send(document)
  }
}

async function sendAsset(
  asset: Asset | undefined,
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (asset === undefined) throw new ApiError('not_found')
  const encoding = chooseEncoding(request.headers['accept-encoding'], asset.encodings)
  const bytes = await asset.read(encoding)
  if (encoding !== undefined) reply.header('Content-Encoding', encoding)
  return reply
    .headers({
      'Content-Type': asset.type,
      ...headers,
      Vary: 'Accept-Encoding',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    .send(bytes)
}

/** The first encoding that the client accepts. `br;q=0` means that it does not accept `br`. */
function chooseEncoding(accepted = '', offered: readonly Encoding[]): Encoding | undefined {
  const taken = accepted.split(',').flatMap((entry) => {
    const [name = '', quality] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/)
    return Number(quality ?? 1) > 0 ? [name] : []
  })
  return offered.find((encoding) => taken.includes(encoding))
}
