// The configured S3 client: only features that every S3 server supports, and errors translated into API errors.
import {
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { startDeadline as startRealDeadline } from '../core/deadline.ts'
import { ApiError } from '../core/errors.ts'
import { StartupError } from '../core/startup-error.ts'
import type { S3Config } from './storage-url.ts'

/**
 * The time limit for a request that transfers no bytes, retries included. Less than five seconds, within which a client
 * must learn that it has to retry.
 */
export const quickTimeoutMs = 4_000
const connectMs = 2_000
/**
 * Requests that transfer bytes, list a bucket or assemble an object may take long, but not without any data for this
 * time.
 */
const idleTimeoutMs = 60_000
const slowCommands = [
  CompleteMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
]
/**
 * More than the number of admitted requests: requests that wait for a slow S3 must not take the sockets of others.
 */
const maxSockets = 2_000

export function createClient(
  config: S3Config,
  endpoint: string | undefined,
  startDeadline = startRealDeadline,
): S3Client {
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    // Newer checksums are sent only where S3 requires them: other servers and presigned URLs do not support them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
    ...(endpoint === undefined ? {} : { endpoint }),
  })
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw orUnavailable(error)
      }
    },
    { step: 'initialize', priority: 'high' },
  )
  const send = client.send.bind(client) as (command: object, options?: object) => Promise<object>
  client.send = ((command: object, options?: object) => {
    if (slowCommands.some((slowCommand) => command instanceof slowCommand)) return send(command, options)
    const deadline = startDeadline(quickTimeoutMs)
    return send(command, { abortSignal: deadline.signal, ...options }).finally(deadline.clear)
  }) as S3Client['send']
  return client
}

/** A bucket that does not answer, or answers with 5xx, is temporarily unavailable: 503. */
export function orUnavailable(error: unknown): unknown {
  const status = statusOf(error)
  if ((status !== undefined && status < 500) || lacksCredentials(error)) return error
  return unavailable('The file storage cannot be reached right now.', error)
}

export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('unavailable', { message, cause, headers: { 'Retry-After': '5' } })
}

function lacksCredentials(error: unknown): boolean {
  return (error as Error).name === 'CredentialsProviderError'
}

/**
 * Whether the S3 server returned an error with this name, such as NoSuchKey. HEAD has no body: its only name is
 * `NotFound`.
 */
export function isS3Error(error: unknown, ...names: string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name)
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/**
 * Throws at the start for settings that can never work. A bucket that is merely unavailable is not an error: it may
 * come back.
 */
export async function requireBucket(client: S3Client, { bucket, region, endpoint }: S3Config): Promise<void> {
  const place = endpoint ?? `AWS in ${region}`
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (lacksCredentials(error)) {
      throw new StartupError('STORAGE_URL needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
    }
    const status = statusOf(error)
    if (status === 404)
      throw new StartupError(`STORAGE_URL: the bucket "${bucket}" does not exist at ${place}`)
    if (status === 301 || status === 400) {
      throw new StartupError(`STORAGE_URL: the bucket "${bucket}" is not in the region ${region}`)
    }
    if (status === 401 || status === 403) {
      throw new StartupError(
        `STORAGE_URL: these AWS credentials may not use the bucket "${bucket}" at ${place}`,
      )
    }
  }
}
