// Builds the HTTP request of an operation call, for each way in which the operation can be called.
import { methodAndPath, type Operation } from '../../src/core/operation.ts'
import type { Target } from '../worlds/samples.ts'
import type { CallOptions } from '../worlds/world.ts'

/** As declared; or, for QUERY, with GET or with POST and the override header. */
export type Binding = 'declared' | 'get' | 'override'

export type Call = { route: string; options: CallOptions }

export function toCall(operation: Operation, target: Target, binding: Binding = 'declared'): Call {
  const { method } = methodAndPath(operation)
  const path = pathOf(operation, target.params)
  if (binding === 'get' || method === 'GET') {
    return { route: `GET ${path}${queryString(target.fields)}`, options: {} }
  }
  const options: CallOptions = Object.keys(target.fields).length > 0 ? { body: target.fields } : {}
  if (binding === 'override') {
    return { route: `POST ${path}`, options: { ...options, headers: { 'X-HTTP-Method-Override': 'QUERY' } } }
  }
  return { route: `${method} ${path}`, options }
}

/** The bindings of an operation, given all operations: GET on a path may be an operation of its own. */
export function bindings(operation: Operation, operations: Operation[]): Binding[] {
  const { method, path } = methodAndPath(operation)
  if (method !== 'QUERY') return ['declared']
  const getIsTaken = operations.some((other) => other.http === `GET ${path}`)
  return getIsTaken ? ['declared', 'override'] : ['declared', 'get', 'override']
}

export function pathOf(operation: Operation, params: Record<string, string>): string {
  const { path } = methodAndPath(operation)
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key]!))
}

/** `{ sort: { type: 'name' } }` is `?sort.type=name`; null and undefined are left out. */
export function queryString(fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  addFields(query, '', fields)
  return query.size > 0 ? `?${query}` : ''
}

function addFields(query: URLSearchParams, path: string, fields: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(fields)) {
    const key = path + name
    if (value === null || value === undefined) continue
    if (Array.isArray(value)) for (const item of value) query.append(key, itemText(item))
    else if (typeof value === 'object') addFields(query, `${key}.`, value as Record<string, unknown>)
    else query.append(key, String(value))
  }
}

function itemText(item: unknown): string {
  return typeof item === 'object' ? JSON.stringify(item) : String(item)
}
