const day = 86_400_000
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** A due time in words, by local days. */
export function dueInWords(due: Date, now = new Date()): { text: string; look: 'late' | 'soon' | 'later' } {
  const days = Math.round((startOfDay(due) - startOfDay(now)) / day)
  if (due < now) {
    const late = days === -1 ? '1 day overdue' : `${-days} days overdue`
    return { text: days === 0 ? `Overdue since ${clock.format(due)}` : late, look: 'late' }
  }
  if (days === 0) return { text: `Due today, ${clock.format(due)}`, look: 'soon' }
  if (days === 1) return { text: 'Due tomorrow', look: 'soon' }
  return { text: days < 7 ? `Due in ${days} days` : `Due ${date.format(due)}`, look: 'later' }
}

function startOfDay(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
}
