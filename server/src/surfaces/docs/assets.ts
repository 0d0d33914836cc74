import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Serves a script of this folder. */
export function serveScript(app: FastifyInstance, path: string, file: string): void {
  const script = readFileSync(new URL(file, import.meta.url), 'utf8')
  app.get(path, async (_request, reply) => sendText(reply, 'text/javascript', script))
}

/** Text that changes only with a release: browsers may cache it for an hour. */
export function sendText(reply: FastifyReply, type: string, content: string): FastifyReply {
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' }
  return reply.headers(headers).send(content)
}
