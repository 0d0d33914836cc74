// A receiver of webhooks on this machine.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '../context.ts'
import { reader } from '../io.ts'
import { failure, usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { oneLine, pad } from '../kit/terminal-text.ts'
import { methodOf } from '../operation-command.ts'
import { jsonText } from '../output/json.ts'

/** Deliveries of Dailies are much smaller; a larger body comes from another sender. */
const largestBody = 1_048_576

type SignatureCheck = { trusted: boolean | null; reason: string }

export async function listen({ values }: Parsed, context: Context): Promise<void> {
  const { io } = context
  const create = isOn(values, 'create')
  const receiver = { secret: await readSecretFlag(values, context), forward: lastText(values, 'forward') }
  if (create && receiver.secret !== undefined)
    throw usageError('--create has a secret of its own: remove --secret.')
  const server = createServer((request, response) => {
    receive(request, response, receiver, context).catch(() => response.destroy())
  })
  const port = await startListening(server, lastText(values, 'port'))
  const here = `http://127.0.0.1:${port}/`
  const made = create
    ? await createWebhook(lastText(values, 'public-url') ?? here, values, context)
    : undefined
  if (made) receiver.secret = made.secret
  try {
    await context.say(`Listening on ${here}${made ? ` as webhook ${made.id}` : ''}. Press Ctrl-C to stop.`)
    if (receiver.secret === undefined) await context.say('Signatures are not checked without --secret-file.')
    await new Promise((done) => io.signal.addEventListener('abort', done, { once: true }))
  } finally {
    server.close()
    server.closeAllConnections()
    // The signal is aborted already, so the deletion runs without it.
    if (made) await removeWebhook(made.id, context)
  }
}

async function readSecretFlag(values: Parsed['values'], context: Context): Promise<string | undefined> {
  const file = lastText(values, 'secret-file')
  return file === undefined ? lastText(values, 'secret') : (await reader(context.io)(file)).trim()
}

async function startListening(
  server: ReturnType<typeof createServer>,
  given: string | undefined,
): Promise<number> {
  const port = Number(given ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw usageError(`--port ${given} is not a port number.`)
  await new Promise<void>((resolve, reject) => {
    server.on('error', () =>
      reject(failure(`Cannot listen on port ${port}: it may be in use.`, 'Choose another port with --port.')),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function createWebhook(
  url: string,
  values: Parsed['values'],
  context: Context,
): Promise<{ id: string; secret: string }> {
  const events = values.get('events')?.map(String) ?? ['*']
  const create = methodOf(await context.client(), 'webhooks.create')
  return create({ url, events, description: 'dailies webhooks listen' }, { signal: context.io.signal })
}

async function removeWebhook(id: string, context: Context): Promise<void> {
  try {
    await methodOf(await context.client(), 'webhooks.delete')(id)
    await context.say('Deleted the webhook.')
  } catch {
    await context.say(`The webhook could not be deleted. Run: dailies webhooks delete ${id}`)
  }
}

type Receiver = { secret: string | undefined; forward: string | undefined }

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  receiver: Receiver,
  context: Context,
) {
  const { headers, method } = request
  if (method !== 'POST') {
    response.writeHead(405).end()
    return
  }
  const body = await readBody(request)
  if (body === undefined) {
    response.writeHead(413, { Connection: 'close' }).end()
    return
  }
  const check = await checkSignature(body, headers, receiver.secret)
  // Reject a delivery with a wrong signature, as a real receiver would.
  const status =
    check.trusted === false ? 401 : await forwardDelivery(body, headers, receiver.forward, context)
  response.writeHead(status).end()
  await show(body, headers, check, status, context)
}

/** Undefined when the body is too long: a chunked request does not announce its length. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  // Destroying the request here would close the connection before the response.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    length += piece.length
    if (length > largestBody) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function checkSignature(
  body: Buffer,
  headers: IncomingMessage['headers'],
  secret: string | undefined,
): Promise<SignatureCheck> {
  if (secret === undefined) return { trusted: null, reason: 'signature not checked' }
  const { verifyWebhook } = await import('@dailies/sdk')
  try {
    await verifyWebhook(body, headers, secret)
    return { trusted: true, reason: 'signature valid' }
  } catch (error) {
    return { trusted: false, reason: (error as Error).message }
  }
}

async function forwardDelivery(
  body: Buffer,
  headers: IncomingMessage['headers'],
  forward: string | undefined,
  { io }: Context,
): Promise<number> {
  if (forward === undefined) return 204
  const passed = Object.entries(headers).filter(
    ([name]) => name.startsWith('webhook-') || name === 'content-type',
  )
  try {
    const answer = await io.fetch(forward, {
      method: 'POST',
      headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 502
  }
}

async function show(
  body: Buffer,
  headers: IncomingMessage['headers'],
  check: SignatureCheck,
  status: number,
  context: Context,
) {
  const id = String(headers['webhook-id'] ?? '-')
  const payload = parse(body)
  if (context.json) return context.print(`${jsonText({ id, ...check, status, payload })}\n`)
  const { style } = context
  const paint = check.trusted === false ? style.red : check.trusted ? style.green : style.yellow
  const type = oneLine(String((payload as { type?: unknown } | undefined)?.type ?? 'not JSON'))
  await context.print(`${style.cyan(pad(type, 20))}  ${oneLine(id)}  ${paint(check.reason)}  → ${status}\n`)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
