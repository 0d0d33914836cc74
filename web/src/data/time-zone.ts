// Stores the time zone of the browser once, so that daily mails come in the morning.
import { useEffect } from 'react'
import { client } from './client.ts'

const place = 'dailies-time-zone'

/** A zone that was chosen in the settings stays. A failure is tried again when the app is opened next. */
export function useTimeZone(userId: string): void {
  useEffect(() => {
    if (localStorage.getItem(place) === userId) return
    void storeTimeZone(userId).catch(() => {})
  }, [userId])
}

async function storeTimeZone(userId: string): Promise<void> {
  const { timeZone } = await client.notifications.getSettings()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (timeZone === null && own) await client.notifications.updateSettings({ timeZone: own })
  localStorage.setItem(place, userId)
}
