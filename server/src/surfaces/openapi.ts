import type { Operation } from '../core/operation.ts'

export function openapiDocument(operations: Operation[], baseUrl: string) {
  return { openapi: '3.2.0', operations: operations.length, baseUrl }
}
