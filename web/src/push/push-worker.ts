// The service worker: shows push messages and opens their page. It handles no requests, caches nothing and controls no page.
// It is built as a file of its own, without imports.

/** As the server writes it: server/src/notifications/push/message.ts. */
type PushMessage = { title: string; body: string; path: string; tag: string }

// TypeScript knows the types of either pages or workers, and the app is a page.
type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type WorkerEvents = {
  install: Waiting
  push: Waiting & { data: { json(): unknown } | null }
  notificationclick: Waiting & { notification: Notification }
  pushsubscriptionchange: Waiting
}
type PageOfApp = {
  focus(): Promise<unknown>
  postMessage(message: unknown, transfer: Transferable[]): void
}
type Worker = {
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void
  skipWaiting(): Promise<void>
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<PageOfApp[]>
    openWindow(path: string): Promise<unknown>
  }
}
const worker = globalThis as unknown as Worker

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain()))

/** Browsers demand that every message is shown, also one that cannot be read. */
async function show(data: { json(): unknown } | null): Promise<void> {
  const { title, body, path, tag } = read(data)
  // TypeScript does not know `renotify`: without it, a message that replaces another one makes no sound.
  const options = { body, tag, data: { path }, renotify: true }
  await worker.registration.showNotification(title, options)
}

function read(data: { json(): unknown } | null): PushMessage {
  try {
    const message = data!.json() as PushMessage
    // A click opens a page of this server only.
    const { origin, pathname, search } = new URL(message.path, location.origin)
    if (origin !== location.origin) throw new Error('a page of another site')
    return { ...message, path: pathname + search }
  } catch {
    return { title: 'You have a new notification', body: '', path: '/', tag: 'unreadable' }
  }
}

/** In the tab of the app that was used last, else in a new one. */
async function openPage(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages.slice(0, 3)) {
    if (!(await opens(page, path))) continue
    // Refused when the click was not one of a person, as in tests.
    await page.focus().catch(() => {})
    return
  }
  await worker.clients.openWindow(path)
}

/** Pages that are not the app, such as the docs, do not answer. */
function opens(page: PageOfApp, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((done) => {
    port1.onmessage = () => done(true)
    setTimeout(() => done(false), 1_000)
    page.postMessage({ type: 'open', path }, [port2])
  })
}

/** The push service has replaced the endpoint of this browser. */
async function subscribeAgain(): Promise<void> {
  const url = '/api/push-subscription'
  const known = await fetch(url)
  // Signed out: nobody wants messages here.
  if (!known.ok) return
  const { publicKey } = (await known.json()).data
  const { pushManager } = worker.registration
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  const headers = { 'Content-Type': 'application/json' }
  await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ endpoint, keys }) })
}

export {}
