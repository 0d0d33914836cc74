import { useConnection } from '../data/event-stream.ts'

const words: Partial<Record<ReturnType<typeof useConnection>, string>> = {
  offline: 'You are offline. This page may be out of date; it updates when the connection is back.',
  lost: 'Connection to the server lost. Reconnecting; this page may be out of date.',
}

/** A lost connection is announced in a band; the page below stays readable. */
export function ConnectionNotice() {
  const text = words[useConnection()]
  return <div role="status">{text && <p className="band">{text}</p>}</div>
}
