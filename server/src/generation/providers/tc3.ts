// Tencent Cloud's signature version 3, TC3-HMAC-SHA256: https://www.tencentcloud.com/document/api/1284/75533
import { createHash, createHmac } from 'node:crypto'

export type TencentRequest = {
  host: string
  service: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
}

const algorithm = 'TC3-HMAC-SHA256'
const signedHeaders = 'content-type;host'
export const tencentContentType = 'application/json; charset=utf-8'

/** The Authorization header of a POST to `/`. */
export function tc3Authorization(secretId: string, secretKey: string, request: TencentRequest): string {
  const { host, service, body, timestamp } = request
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const headers = `content-type:${tencentContentType}\nhost:${host}\n`
  const canonical = ['POST', '/', '', headers, signedHeaders, sha256(body)].join('\n')
  const toSign = [algorithm, timestamp, scope, sha256(canonical)].join('\n')
  const key = [service, 'tc3_request'].reduce(hmac, hmac(`TC3${secretKey}`, date))
  const signature = hmac(key, toSign).toString('hex')
  return `${algorithm} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
