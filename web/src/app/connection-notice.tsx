import { useConnection } from './live.ts'

/** Told plainly, and without taking anything away: what is on the page can still be read. */
export function ConnectionNotice() {
  const connection = useConnection()
  return (
    <div role="status">
      {connection === 'offline' && (
        <p className="band">
          You are offline. What you see may be old; changes are sent when the connection is back.
        </p>
      )}
    </div>
  )
}
