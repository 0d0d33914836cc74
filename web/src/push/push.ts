// Push messages in this browser: whether they are possible, and turning them on and off.
import { client } from '../data/client.ts'
import { forgetPushPerson, writePushPerson } from './push-person.ts'

export type PushState =
  /** This browser cannot receive push messages. */
  | 'unsupported'
  /** Browsers allow push on https only. */
  | 'insecure'
  /** iPhones and iPads allow push only for an app on the home screen. */
  | 'needs-home-screen'
  /** The person or the browser refuses notifications of this site. */
  | 'blocked'
  | 'off'
  | 'on'

const script = '/push-worker.js'
/** No page is below this path: the service worker controls none. */
const scope = '/push-worker/'

export async function readPushState(): Promise<PushState> {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return needsHomeScreen() ? 'needs-home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await navigator.serviceWorker.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || Notification.permission !== 'granted') return 'off'
  const { endpoint } = await client.pushSubscription.get()
  return endpoint === subscription.endpoint ? 'on' : 'off'
}

function needsHomeScreen(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad presents itself as a Mac.
  const isApple = /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isApple && !matchMedia('(display-mode: standalone)').matches
}

/** Asks the person for permission, so it must follow a click. */
export async function turnOnPush(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  await subscribe()
  writePushPerson(userId)
  return 'on'
}

export async function turnOffPush(): Promise<PushState> {
  await client.pushSubscription.delete()
  await forgetPush()
  return 'off'
}

/** The browser forgets its subscription; the server forgets it with the session. */
export async function forgetPush(): Promise<void> {
  forgetPushPerson()
  const registration = await navigator.serviceWorker?.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await registration?.unregister()
}

/** Renews what changed since: the session, the key of the server, the endpoint, or the script of the worker. */
export async function renewPush(): Promise<void> {
  if (!('PushManager' in window) || Notification.permission !== 'granted') return
  await subscribe()
}

async function subscribe(): Promise<void> {
  const { publicKey, endpoint } = await client.pushSubscription.get()
  const registration = await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' })
  await active(registration)
  const subscription = await subscriptionTo(publicKey, registration.pushManager)
  if (subscription.endpoint === endpoint) return
  const { p256dh, auth } = subscription.toJSON().keys!
  await client.pushSubscription.set({
    endpoint: subscription.endpoint,
    keys: { p256dh: p256dh!, auth: auth! },
  })
}

/** A subscription to another key cannot be changed, only replaced. */
async function subscriptionTo(publicKey: string, manager: PushManager): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known && base64url(known.options.applicationServerKey) === publicKey) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function active({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing!
  return new Promise((done, failed) => {
    const look = () => {
      if (worker.state === 'activated') done()
      else if (worker.state === 'redundant') failed(new Error('The service worker could not be installed.'))
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
