// Presigned URLs (AWS Signature Version 4). The SDK resolves the address of the bucket once; the signing is done
// here, because the SDK takes a millisecond or two per URL, and an upload of many parts needs thousands of them.
import { createHash, createHmac } from 'node:crypto'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

export type PresignRequest = {
  method: 'GET' | 'PUT'
  key: string
  query: Record<string, string>
  /** The client must send exactly this many bytes. */
  contentLength?: number
  seconds: number
  /** The start of the validity, default now. */
  from?: Date | undefined
}

export type Presigner = (request: PresignRequest) => Promise<string>

export function createPresigner(
  client: S3Client,
  bucket: string,
  region: string,
  now: () => Date = () => new Date(),
): Presigner {
  let known: Promise<{ host: string; base: string; origin: string }> | undefined
  let cached: { name: string; key: Buffer } | undefined

  /** Uses the rules of the SDK: path style, partitions, special buckets. */
  async function resolveEndpoint() {
    const probe = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: 'x' })))
    return { host: probe.host, base: probe.pathname.slice(0, -1), origin: probe.origin }
  }

  /** Resolved once, also for thousands of concurrent calls: it takes the SDK close to a millisecond. */
  function place() {
    known ??= resolveEndpoint().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }

  /** The same key for a whole day. */
  function signingKey(secret: string, day: string): Buffer {
    const name = `${secret} ${day}`
    if (cached?.name !== name) {
      const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
      cached = { name, key }
    }
    return cached.key
  }

  return async ({ method, key, query, contentLength, seconds, from = now() }) => {
    const { host, base, origin } = await place()
    const credentials = await client.config.credentials()
    const time = from.toISOString().replace(/[-:]|\.\d+/g, '')
    const day = time.slice(0, 8)
    const scope = `${day}/${region}/s3/aws4_request`
    const signedHeaders = contentLength === undefined ? 'host' : 'content-length;host'
    const fields = canonicalQuery({
      ...query,
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(seconds),
      'X-Amz-SignedHeaders': signedHeaders,
      ...(credentials.sessionToken ? { 'X-Amz-Security-Token': credentials.sessionToken } : {}),
    })
    const headers = contentLength === undefined ? '' : `content-length:${contentLength}\n`
    const path = base + key
    const request = `${method}\n${path}\n${fields}\n${headers}host:${host}\n\n${signedHeaders}\nUNSIGNED-PAYLOAD`
    const digest = createHash('sha256').update(request).digest('hex')
    const signature = hmac(
      signingKey(credentials.secretAccessKey, day),
      `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`,
    )
    return `${origin}${path}?${fields}&X-Amz-Signature=${signature.toString('hex')}`
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function canonicalQuery(fields: Record<string, string>): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${strictlyEncoded(name)}=${strictlyEncoded(fields[name]!)}`)
    .join('&')
}

function strictlyEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
