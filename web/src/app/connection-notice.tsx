import { useConnection } from '../data/event-stream.ts'

const words: Partial<Record<ReturnType<typeof useConnection>, string>> = {
  offline: 'You are offline. What you see may be old; it is brought up to date when the connection is back.',
  lost: 'The connection to the server is lost. Trying again; what you see may be old.',
}

/** Told plainly, and without taking anything away: what is on the page can still be read. */
export function ConnectionNotice() {
  const text = words[useConnection()]
  return <div role="status">{text && <p className="band">{text}</p>}</div>
}
