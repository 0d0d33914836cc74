// The floor of webhooks: a bare client that posts the same bodies over as many keep-alive connections and stores nothing.
import { Agent, request } from 'node:http'
import { answerParent, usage } from './processes.ts'

const agent = new Agent({ keepAlive: true })

function post(url: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', resolve)
    })
    sent.on('error', reject).end(body)
  })
}

export const handlers = {
  /** Posts the body `count` times and returns the duration in seconds. */
  async post(argument: { urls: string[]; body: string; count: number; perUrl: number }): Promise<number> {
    const { urls, count, perUrl } = argument
    const body = Buffer.from(argument.body)
    const started = performance.now()
    const lanes = urls.flatMap((url) => {
      let left = count / urls.length
      return Array.from({ length: perUrl }, async () => {
        while (left-- > 0) await post(url, body)
      })
    })
    await Promise.all(lanes)
    return (performance.now() - started) / 1000
  },
  usage,
}
answerParent(handlers)
