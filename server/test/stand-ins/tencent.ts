import { createHash, createHmac } from 'node:crypto'
import type { Behaviour, Seen } from './stand-in.ts'

const secretId = 'AKIDsecret'
const secretKey = 'tencent-secret'
const states = { running: 'RUN', done: 'DONE', failed: 'FAIL' }

export const tencent: Behaviour = {
  key: `${secretId}:${secretKey}`,
  authorized: (seen) => seen.headers.authorization === expectedAuthorization(seen),
  isStart: ({ headers }) => headers['x-tc-action'] === 'SubmitHunyuanTo3DProJob',
  refusals: {
    'rejected key': error('AuthFailure.SignatureFailure'),
    'out of balance': error('ResourceUnavailable.InArrears'),
    'content policy': error('OperationDenied.TextIllegalDetected'),
    'rate limit': error('RequestLimitExceeded.JobNumExceed'),
  },
  began: (generation) => ({ json: { Response: { JobId: generation.id, RequestId: 'r' } } }),
  other({ headers, json }, standIn) {
    const found = headers['x-tc-action'] === 'QueryHunyuanTo3DProJob' ? standIn.look(json.JobId) : null
    if (!found) return error('InvalidParameterValue.JobId')
    const { generation, state } = found
    const files = [
      { Type: 'OBJ', Url: 'https://results.example.com/other.zip' },
      { Type: 'GLB', Url: standIn.resultUrl(generation) },
    ]
    return {
      json: {
        Response: {
          Status: states[state],
          ErrorCode: state === 'failed' ? 'FailedOperation.SensitiveContent' : '',
          ErrorMessage: state === 'failed' ? 'a secret plan' : '',
          ResultFile3Ds: state === 'done' ? files : [],
          RequestId: 'r',
        },
      },
    }
  },
}

function error(code: string) {
  return { json: { Response: { Error: { Code: code, Message: 'a secret plan' }, RequestId: 'r' } } }
}

/** Written from Tencent's documentation, independently of the code under test. */
function expectedAuthorization({ headers, body }: Seen): string {
  const timestamp = Number(headers['x-tc-timestamp'])
  if (headers['x-tc-version'] !== '2025-05-13' || Math.abs(Date.now() / 1000 - timestamp) > 300)
    return 'stale'
  const day = new Date(timestamp * 1000).toISOString().split('T')[0] ?? ''
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const request = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\n\ncontent-type;host\n${hash(body)}`
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${day}/ai3d/tc3_request\n${hash(request)}`
  const dayKey = createHmac('sha256', `TC3${secretKey}`).update(day).digest()
  const serviceKey = createHmac('sha256', dayKey).update('ai3d').digest()
  const signingKey = createHmac('sha256', serviceKey).update('tc3_request').digest()
  const signature = createHmac('sha256', signingKey).update(text).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${day}/ai3d/tc3_request, SignedHeaders=content-type;host, Signature=${signature}`
}
