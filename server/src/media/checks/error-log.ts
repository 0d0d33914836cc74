// Counts the errors of the decoders in the log of ffmpeg.

/** More are not counted: one broken frame can have a line for each of its blocks. */
const mostErrors = 9_999

const mostLine = 4_096

/** Lines that are no fault of the file. */
const harmless = /^\s*$|Application provided invalid, non monotonically|Queue input is backward/
const endsEarly = /partial file|ended prematurely|truncat/i

export class ErrorLog {
  errors = 0
  endsEarly = false
  private rest = ''

  /** Never throws: a log is no reason to stop. */
  readonly listen = (chunk: Buffer): void => {
    const lines = (this.rest + chunk.toString('latin1')).split('\n')
    this.rest = lines.pop()!.slice(0, mostLine)
    for (const line of lines) this.add(line)
  }

  private add(line: string): void {
    const [, times] = /Last message repeated (\d+) times/.exec(line) ?? []
    if (harmless.test(line)) return
    if (endsEarly.test(line)) this.endsEarly = true
    this.errors = Math.min(mostErrors, this.errors + (times === undefined ? 1 : Number(times)))
  }
}
