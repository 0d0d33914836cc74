// An in-memory S3 server with path-style URLs: the part of S3 that Dailies uses, and faults of a real server.
// Signatures are not checked; the tests with a real S3 server do that.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { promisify } from 'node:util'

/**
 * `silent`: executes the request and never responds. `half`: stops in the middle of the response. `late`:
 * executes the request and responds when the server recovers. `cut`: closes the connection in the middle of the response.
 */
export type Fault = 'silent' | 'half' | 'late' | 'cut'

type Request = {
  method: string
  key: string
  query: URLSearchParams
  range: string | undefined
  body: Buffer
}
type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string }

export type S3StandIn = Awaited<ReturnType<typeof startS3>>

export async function startS3() {
  const bucket = createBucket()
  const seen: string[] = []
  let fault:
    | { kind: Fault; only: (name: string) => boolean; recovered: PromiseWithResolvers<void> }
    | undefined
  let stalled = 0
  let wake = () => {}

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message)
    seen.push(nameOf(request))
    const met = fault?.only(nameOf(request)) ? fault : undefined
    if (met) {
      stalled++
      wake()
    }
    if (met?.kind === 'late') await met.recovered.promise
    const { status, headers = {}, body = '' } = bucket.answer(request)
    if (met?.kind === 'half' || met?.kind === 'cut') {
      response.writeHead(status, { ...headers, 'Content-Length': String(body.length + 100) })
      const half = body.length > 0 ? body.slice(0, body.length / 2) : '<'
      response.write(half, () => void (met.kind === 'cut' && response.destroy()))
    } else if (met?.kind !== 'silent') response.writeHead(status, headers).end(body)
  }

  const server = createServer((message, response) => void handle(message, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    storageUrl: `s3://media/tests?endpoint=http://127.0.0.1:${port}`,
    /** The names of the requests so far, such as `POST ?uploads`. */
    seen,
    /** From now on all requests, or those with a matching name, get the fault. */
    stall(kind: Fault, only: (name: string) => boolean = () => true) {
      stalled = 0
      fault = { kind, only, recovered: Promise.withResolvers() }
    },
    /** Responds to requests again. Those that met a fault get no response, unless they were only late. */
    recover() {
      fault?.recovered.resolve()
      fault = undefined
    },
    /** Resolves when this many requests have been waiting since `stall`. */
    async stalled(count: number): Promise<void> {
      while (stalled < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    openUploads: () => bucket.uploads.size,
    openConnections: () => promisify(server.getConnections.bind(server))(),
  }
}

async function readRequest(message: IncomingMessage): Promise<Request> {
  const { pathname, searchParams } = new URL(message.url!, 'http://s3')
  const body = Buffer.concat(await message.toArray())
  const key = decodeURIComponent(pathname).split('/').slice(2).join('/')
  return { method: message.method!, key, query: searchParams, range: message.headers.range, body }
}

/** The kind of a request, without its key: `GET ?uploadId` lists parts. */
function nameOf({ method, key, query }: Request): string {
  const kind = ['uploads', 'partNumber', 'uploadId', 'list-type'].find((name) => query.has(name))
  return `${method} ${kind === undefined ? (key === '' ? 'bucket' : 'object') : `?${kind}`}`
}

function createBucket() {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()

  function multipart({ method, query, key, body }: Request): Answer {
    const id = query.get('uploadId')!
    const parts = uploads.get(id)
    if (parts === undefined) return refusal(404, 'NoSuchUpload')
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { ETag: eTag(body) } }
    }
    if (method === 'GET') return { status: 200, body: partList(parts) }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    objects.set(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)))
    return {
      status: 200,
      body: '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>',
    }
  }

  function object({ method, key, range, body }: Request): Answer {
    if (method === 'PUT') objects.set(key, body)
    if (method === 'DELETE') objects.delete(key)
    if (method === 'PUT' || method === 'DELETE') return { status: 200, headers: { ETag: eTag(body) } }
    const found = objects.get(key)
    if (found === undefined) return refusal(404, 'NoSuchKey')
    const headers = { 'Content-Length': String(found.length), 'Last-Modified': new Date().toUTCString() }
    if (method === 'HEAD') return { status: 200, headers }
    const [, first, last] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? []
    const bytes = found.subarray(Number(first ?? 0), last ? Number(last) + 1 : undefined)
    return { status: range ? 206 : 200, body: bytes }
  }

  return {
    uploads,
    answer(request: Request): Answer {
      const { query, key } = request
      if (query.has('uploads')) {
        const id = randomUUID()
        uploads.set(id, new Map())
        const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
        return { status: 200, body }
      }
      if (query.has('uploadId')) return multipart(request)
      if (key !== '') return object(request)
      const contents = [...objects.keys()].map((name) => `<Contents><Key>${name}</Key></Contents>`)
      return { status: 200, body: `<ListBucketResult>${contents.join('')}</ListBucketResult>` }
    },
  }
}

function partList(parts: Map<number, Buffer>): string {
  const listed = [...parts].map(
    ([number, part]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${eTag(part)}</ETag><Size>${part.length}</Size></Part>`,
  )
  return `<ListPartsResult>${listed.join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`
}

function refusal(status: number, code: string): Answer {
  return { status, body: `<Error><Code>${code}</Code></Error>` }
}

function eTag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}
