// Decides when this tab reports which file it shows, and where the person is typing.

/** Where a person is typing: a reply in a thread, or a new comment. */
export type TypingPlace = { parent: { id: string } | null }

export type PresenceReport = { typing: TypingPlace | null; leave?: true }

/** A file that is shown for less than this is not reported: people step through many files. */
const settleMs = 1_000
/** The server forgets a tab 13 seconds after its last report. */
const everyMs = 5_000
/** Typing is reported at most this often. */
const betweenMs = 1_000
/** A person who has not changed the text for this long has stopped typing. */
const idleMs = 5_000

export type PresenceReporter = ReturnType<typeof createPresenceReporter>

export function createPresenceReporter(send: (fileId: string, report: PresenceReport) => void) {
  let file: string | undefined
  /** Whether the server knows that this tab shows the file. */
  let reported = false
  let typing: TypingPlace | null = null
  let next: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let changed = false

  function report(): void {
    send(file!, { typing })
    reported = true
    changed = false
    clearTimeout(next)
    clearTimeout(resting)
    next = setTimeout(report, everyMs)
    resting = setTimeout(() => {
      resting = undefined
      if (changed) report()
    }, betweenMs)
  }

  function leave(): void {
    for (const timer of [next, resting, idle]) clearTimeout(timer)
    resting = undefined
    if (file !== undefined && reported) send(file, { typing: null, leave: true })
    file = undefined
    reported = false
    typing = null
    changed = false
  }

  /** The server has refused a report: the person may no longer see the file. */
  function stop(fileId: string): void {
    if (fileId !== file) return
    reported = false
    leave()
  }

  return {
    stop,
    show(fileId: string): void {
      if (file === fileId) return
      leave()
      file = fileId
      next = setTimeout(report, settleMs)
    },
    leave,
    /** Null when the person has stopped. */
    type(fileId: string, place: TypingPlace | null): void {
      if (fileId !== file) return
      clearTimeout(idle)
      if (place) idle = setTimeout(() => this.type(fileId, null), idleMs)
      if (keyOf(typing) === keyOf(place)) return
      typing = place
      changed = true
      if (reported && resting === undefined) report()
    },
  }
}

function keyOf(place: TypingPlace | null): string | undefined {
  return place ? (place.parent?.id ?? 'new') : undefined
}
