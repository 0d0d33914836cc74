// A vision model that behaves as a test needs: it speaks OpenAI's chat completions, reads the numbers that are burnt into the images
// it gets, and counts the requests that it charges for.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { readNumber } from '../media-corpus/numbered-frames.ts'

export type ReviewFault =
  | 'rejected key'
  | 'out of balance'
  | 'refused'
  | 'busy'
  | 'server error'
  | 'dropped'
  | 'not JSON'
  | 'junk notes'
  | 'content filter'

/** A request that the model got. */
export type AskedReview = {
  authorization: string | undefined
  instructions: string
  texts: string[]
  /** The label before each image, the number that is burnt into it, and its pixels. */
  images: { label: string; number: number; pixels: Buffer; width: number; height: number }[]
  format: string | undefined
}

const refusals: Partial<Record<ReviewFault, [status: number, body: string]>> = {
  'rejected key': [401, '{"error":{"message":"Incorrect key sk-secret","code":"invalid_api_key"}}'],
  'out of balance': [429, '{"error":{"message":"Quota","code":"insufficient_quota"}}'],
  refused: [400, '{"error":{"message":"Too many images, sk-secret","code":"bad_request"}}'],
  busy: [429, '{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}'],
}

export async function startReviewModel() {
  let [charged, requests] = [0, 0]
  let fault: ReviewFault | null = null
  let answer: unknown = { notes: [], openNotes: [] }
  let held: ServerResponse[] | undefined
  const asked: AskedReview[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    asked.push(await readRequest(body, request.headers.authorization))
    requests++
    if (fault === null || refusals[fault] === undefined) charged++
    if (held) held.push(response)
    else reply(response)
  })

  function reply(response: ServerResponse): void {
    if (fault === 'dropped') return void response.destroy()
    const headers = { 'content-type': 'application/json' }
    const refusal = fault === null ? undefined : refusals[fault]
    if (refusal) return void response.writeHead(refusal[0], headers).end(refusal[1])
    if (fault === 'server error') return void response.writeHead(500, headers).end('oops, sk-secret')
    if (fault === 'not JSON') return void response.writeHead(200, headers).end('<html>It works!</html>')
    const content = fault === 'junk notes' ? 'Looks good to me, approve it!' : JSON.stringify(answer)
    response.writeHead(200, headers).end(JSON.stringify(completion(content, fault)))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    charged: () => charged,
    requests: () => requests,
    asked,
    setFault: (next: ReviewFault | null) => {
      fault = next
    },
    setAnswer: (next: unknown) => {
      answer = next
    },
    /** Keeps answers back until `release`. */
    hold: () => {
      held = []
    },
    release: () => {
      for (const response of held ?? []) reply(response)
      held = undefined
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** 10,000 tokens in and 1,000 out: at 2 and 10 dollars per million, 0.03 dollars. */
export const usage = { prompt_tokens: 10_000, completion_tokens: 1_000, total_tokens: 11_000 }
export const answerUsd = 0.03

function completion(content: string, fault: ReviewFault | null) {
  const message = { role: 'assistant', content: fault === 'content filter' ? '' : content }
  const finish = fault === 'content filter' ? 'content_filter' : 'stop'
  const choices = [{ index: 0, message, finish_reason: finish }]
  return { id: 'one', object: 'chat.completion', created: 1, model: 'sample', choices, usage }
}

type Part = { type: string; text?: string; image_url?: { url: string } }
type Body = { messages: { role: string; content: string | Part[] }[]; response_format?: { type: string } }

async function readRequest(
  { messages, response_format: format }: Body,
  authorization: string | undefined,
): Promise<AskedReview> {
  const system = messages.find(({ role }) => role === 'system')?.content
  const parts = messages.flatMap(({ role, content }) =>
    role !== 'user' ? [] : typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  ) as Part[]
  const images: AskedReview['images'] = []
  for (const [n, part] of parts.entries()) {
    if (part.image_url === undefined) continue
    const bytes = Buffer.from(part.image_url.url.split(',')[1]!, 'base64')
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const number = readNumber(data, info)
    images.push({ label: parts[n - 1]?.text ?? '', number, pixels: data, width, height })
  }
  return {
    authorization,
    instructions: typeof system === 'string' ? system : JSON.stringify(system),
    texts: parts.flatMap(({ text }) => text ?? []),
    images,
    format: format?.type,
  }
}
