// Hunyuan3D by Tencent Cloud. The API has one address; a header names the action, and every request is
// signed.
import { z } from 'zod'
import type { GenerationRequest, Handle, Output, Progress, Provider, Started } from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import { download, resultSource } from './download.ts'
import { callUnpaid, failedFor, failure, type Meaning, Refused, startPaid } from './failures.ts'
import { handleText } from './handle.ts'
import { api, baseUrlOf, callJson, type ProviderOptions, textAt } from './http.ts'
import { readReferences } from './references.ts'
import { tc3Authorization, tencentContentType } from './tc3.ts'

const label = providerLabels.tencent
const defaultBaseUrl = 'https://ai3d.tencentcloudapi.com'
const service = 'ai3d'
const version = '2025-05-13'
/** One region serves the API; other regions forward to it. */
const region = 'ap-guangzhou'
const resultDomains = ['tencentcos.cn', 'tencentcos.com', 'myqcloud.com']
const limits = api(label)

const Answer = z.object({ Response: z.looseObject({ Error: z.object({ Code: z.string() }).optional() }) })
const Created = z.object({ JobId: z.string().min(1) })
const Task = z.object({
  Status: z.enum(['WAIT', 'RUN', 'FAIL', 'DONE']),
  ErrorCode: z.string().nullish(),
  ErrorMessage: z.string().nullish(),
  ResultFile3Ds: z.array(z.object({ Type: z.string().nullish(), Url: z.string().nullish() })).nullish(),
})

/** Tencent signs requests with a pair of keys instead of sending a key. */
type TencentOptions = Omit<ProviderOptions, 'apiKey'> & { secretId: string; secretKey: string }

export function createTencentProvider(options: TencentOptions): Provider {
  return {
    name: 'tencent',
    // The concurrency of an account unless it buys more.
    concurrency: 3,
    deadlineSeconds: 3600,
    pollSeconds: 10,
    limits: limitsOfProvider,
    validate: () => [],
    start: (request, signal) => start(options, request, signal),
    poll: (handle, signal) => poll(options, handle, signal),
    fetch: (handle, signal) => fetchResult(options, handle, signal),
  }
}

async function start(
  options: TencentOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Started> {
  const [image] = await readReferences(request.references)
  const input = image ? { ImageBase64: image.bytes.toString('base64') } : { Prompt: request.prompt }
  const body = { Model: '3.1', ...input }
  const { JobId } = await startPaid(label, meaning, () =>
    call(options, 'SubmitHunyuanTo3DProJob', body, Created, signal),
  )
  return { handle: { jobId: JobId } }
}

async function poll(options: TencentOptions, handle: Handle, signal: AbortSignal): Promise<Progress> {
  const { Status, ErrorCode, ErrorMessage } = await callUnpaid(label, () => query(options, handle, signal))
  if (Status === 'DONE') return { state: 'SUCCEEDED' }
  if (Status === 'FAIL') return { state: 'FAILED', failure: failedFor(label, ErrorCode, ErrorMessage) }
  return { state: 'RUNNING', progress: null }
}

async function fetchResult(options: TencentOptions, handle: Handle, signal: AbortSignal): Promise<Output> {
  const { ResultFile3Ds } = await callUnpaid(label, () => query(options, handle, signal))
  const url = ResultFile3Ds?.find(({ Type }) => Type?.toUpperCase() === 'GLB')?.Url
  if (!url) throw failure(label, 'provider_invalid_answer')
  const source = resultSource(label, options, defaultBaseUrl, resultDomains)
  return { extension: 'glb', body: await download(source, url, signal) }
}

function query(options: TencentOptions, handle: Handle, signal: AbortSignal) {
  return call(options, 'QueryHunyuanTo3DProJob', { JobId: handleText(handle, 'jobId') }, Task, signal)
}

/** Tencent returns errors with status 200, too. */
async function call<T>(
  options: TencentOptions,
  action: string,
  input: object,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const url = `${baseUrlOf(options, defaultBaseUrl)}/`
  const body = JSON.stringify(input)
  const init = { method: 'POST', headers: signedHeaders(options, action, url, body), body, signal }
  const { Response } = await callJson(limits, url, init, Answer)
  if (Response.Error) throw new Refused(label, 200, Response.Error)
  return schema.parse(Response)
}

function signedHeaders({ secretId, secretKey }: TencentOptions, action: string, url: string, body: string) {
  const timestamp = Math.floor(Date.now() / 1000)
  const request = { host: new URL(url).host, service, body, timestamp }
  return {
    authorization: tc3Authorization(secretId, secretKey, request),
    'content-type': tencentContentType,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-region': region,
    'x-tc-timestamp': String(timestamp),
  }
}

/** `InternalError` counts as unknown: Tencent may have accepted the task. */
const meaning: Meaning = ({ body }) => {
  const code = textAt(body, 'Code')
  if (/^(AuthFailure|UnauthorizedOperation)/.test(code)) return 'provider_rejected_key'
  if (/InArrears|LowBalance|InsufficientBalance|NoFreeQuota/.test(code)) return 'provider_balance'
  if (/Illegal|Sensitive|Moderation/.test(code)) return 'content_policy'
  if (/^(RequestLimitExceeded|LimitExceeded|ResourceInsufficient)/.test(code)) return 'later'
  return /^(InvalidParameter|MissingParameter|UnsupportedOperation|OperationDenied)/.test(code)
    ? 'provider_refused'
    : null
}
