import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasPush } from './push-person.ts'

/** Opens pages for clicks on push messages, and renews the subscription of the person once per load of the app. */
export function usePush(userId: string): void {
  const { history } = useRouter()
  useEffect(() => {
    const open = ({ data, ports: [port] }: MessageEvent) => {
      if (data?.type !== 'open') return
      port!.postMessage('opened')
      history.push(data.path)
    }
    // Browsers offer service workers on https only.
    navigator.serviceWorker?.addEventListener('message', open)
    return () => navigator.serviceWorker?.removeEventListener('message', open)
  }, [history])
  useEffect(() => {
    // Without a connection or a push service, the next load of the app tries again.
    if (hasPush(userId)) import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => {})
  }, [userId])
}
