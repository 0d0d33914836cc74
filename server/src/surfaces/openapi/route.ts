import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../core/operation.ts'
import { openapiDocument } from './document.ts'

export function registerOpenapi(app: FastifyInstance, operations: Operation[], baseUrl: string): void {
  const openapi = JSON.stringify(openapiDocument(operations, baseUrl))
  app.get('/openapi.json', async (_request, reply) => {
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(openapi)
  })
}
