import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** A file of this folder. */
export function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** Text that changes with a release only: asked for anew each hour. */
export function serve(app: FastifyInstance, path: string, type: string, content: string): void {
  app.get(path, async (_request, reply) => {
    return reply.headers({ 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }).send(content)
  })
}
