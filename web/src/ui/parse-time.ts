/** The API writes `YYYY-MM-DD HH:MM:SS.ffffff`, in UTC. */
export function parseTime(timestamp: string): Date {
  return new Date(`${timestamp.slice(0, 23).replace(' ', 'T')}Z`)
}
