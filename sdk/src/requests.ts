// Builds a request from an operation and its input.
import type { OperationInfo } from './generated/operations.ts'

export type Fields = Record<string, unknown>

export interface ApiRequest {
  method: string
  /** Path and query string. */
  target: string
  body: string | Blob | undefined
  info: OperationInfo
}

export function apiRequest(info: OperationInfo, input: Fields): ApiRequest {
  const [method, path] = info.http.split(' ') as [string, string]
  const fields = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    delete fields[key]
    return pathSegment(key, input[key])
  })
  const inQuery = info.fields === 'query'
  return {
    method,
    target: inQuery ? filled + queryString(fields) : filled,
    body: info.fields === 'body' ? JSON.stringify(fields) : undefined,
    info,
  }
}

/** A request whose body is a file: the fields are in the query string. */
export function bytesRequest(info: OperationInfo, body: Blob, fields: Fields): ApiRequest {
  return { ...apiRequest({ ...info, fields: 'query' }, fields), body }
}

export function pathKeys(info: OperationInfo): string[] {
  return [...info.http.matchAll(/:(\w+)/g)].map((match) => match[1]!)
}

/** An empty id, or one made of dots, would change the path. */
export function pathSegment(key: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${key} must be an ID, not ${JSON.stringify(value)}`)
  }
  return encodeURIComponent(value)
}

function queryString(fields: Fields): string {
  const query = new URLSearchParams()
  addFields(query, '', fields)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** `{ sort: { type: 'name' } }` becomes `sort.type=name`. Null is omitted: a query string cannot express it. */
function addFields(query: URLSearchParams, prefix: string, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) query.append(prefix + name, String(item))
    else if (typeof value === 'object') addFields(query, `${prefix}${name}.`, value as Fields)
    else query.append(prefix + name, String(value))
  }
}
