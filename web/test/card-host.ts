// A stand-in for a chat app that shows the review card: Chromium with the official bridge, the card in a frame with the
// strictest policy, and tool calls that go where the test says.
import { fileURLToPath } from 'node:url'
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/client'
import type { Browser, Frame, Page } from 'playwright-core'
import { build } from '../bundler.ts'
import type { Shown } from './card-host-page.ts'

const strictest = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"

export type CardOptions = Partial<Omit<Shown, 'url'>> & {
  html: string
  callTool(params: CallToolRequest['params']): Promise<CallToolResult>
  width?: number
  touch?: boolean
  theme?: 'light' | 'dark'
}

export type OpenedCard = {
  page: Page
  card: Frame
  /** The names of the tools that the card has called, in order. */
  calls: string[]
  /** Errors of the console and of scripts: a violation of the policy is one. */
  complaints: string[]
  /** Links that the card has opened, and the texts that it has sent to the model. */
  links: string[]
  modelContext: string[]
}

let script: Promise<string> | undefined

async function hostScript(): Promise<string> {
  const input = fileURLToPath(new URL('card-host-page.ts', import.meta.url))
  const { output } = await build({ input, output: { format: 'iife' }, write: false, platform: 'browser' })
  return output[0].code
}

export async function openCard(browser: Browser, options: CardOptions): Promise<OpenedCard> {
  const { html, width = 420, touch = false, theme = 'light', callTool } = options
  script ??= hostScript()
  const viewport = { width, height: 900 }
  const context = await browser.newContext({ viewport, hasTouch: touch, reducedMotion: 'reduce' })
  // Only a failing test waits this long: a busy machine may take ten times as long as an idle one.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const opened = { page, calls: [], complaints: [], links: [], modelContext: [] } as unknown as OpenedCard
  page.on('console', (message) => message.type() === 'error' && opened.complaints.push(message.text()))
  page.on('pageerror', (error) => opened.complaints.push(error.message))
  await page.route('https://chat.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: hostDocument(theme) }),
  )
  await page.route('https://card.example/', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': strictest },
      body: html,
    }),
  )
  await page.exposeFunction('hostCallTool', (params: CallToolRequest['params']) => {
    opened.calls.push(params.name)
    return callTool(params)
  })
  await page.exposeFunction(
    'hostNotes',
    (kind: string, params: { url: string; content: { text: string }[] }) => {
      if (kind === 'link') opened.links.push(params.url)
      else opened.modelContext.push(params.content[0]!.text)
    },
  )
  await page.goto('https://chat.example/')
  await page.addScriptTag({ content: await script })
  const shown: Shown = {
    url: 'https://card.example/',
    capabilities: options.capabilities ?? {
      openLinks: {},
      serverTools: {},
      updateModelContext: { text: {} },
    },
    context: { theme, locale: 'en-GB', timeZone: 'UTC', ...options.context },
    args: options.args ?? {},
    result: options.result,
  }
  await page.evaluate(
    (given) => (window as unknown as { showCard(s: Shown): Promise<void> }).showCard(given),
    shown,
  )
  opened.card = page.frames().find((frame) => frame.url() === 'https://card.example/')!
  return opened
}

function hostDocument(theme: string): string {
  const ground = theme === 'dark' ? '#212121' : '#ffffff'
  return `<!doctype html><html lang="en"><title>Chat</title><style>
    body { margin: 0; background: ${ground} } iframe { display: block; width: 100%; border: 0 }
  </style><body></body></html>`
}
