// Runs in the sandbox when it is tested: attempts the attacks of a hijacked decoder, and reports what it
// could read. The server detects the rest itself: connections, signals, files.
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'

export type Targets = { secret: string; outside: string; port: number; socket: string; pid: number }

const targets: Targets = JSON.parse(process.argv[2]!)

const read = [targets.secret, `/proc/${targets.pid}/environ`].filter((path) =>
  succeeds(() => readFileSync(path)),
)
succeeds(() => writeFileSync(targets.outside, 'written'))
succeeds(() => process.kill(targets.pid, 'SIGURG'))
Promise.all([reach({ port: targets.port, host: '127.0.0.1' }), reach({ path: targets.socket })]).then(() =>
  process.stdout.write(JSON.stringify({ read })),
)

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

async function reach(address: { port: number; host: string } | { path: string }): Promise<void> {
  await new Promise<void>((done) => {
    try {
      const connection = connect(address, () => connection.end())
      connection.on('error', () => undefined).on('close', () => done())
    } catch {
      done()
    }
  })
}
