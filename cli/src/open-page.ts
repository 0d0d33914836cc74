import { spawn } from 'node:child_process'

/** Shows a page with what the system opens pages with. */
export function openPage(url: string): Promise<void> {
  const [program, ...args] = opener(process.platform)
  return new Promise((done, failed) => {
    const child = spawn(program!, [...args, url], { stdio: 'ignore', detached: true })
    child.on('error', failed)
    // Some openers stay until the browser ends.
    const patience = setTimeout(done, 2_000)
    child.on('exit', (code) => {
      clearTimeout(patience)
      if (code === 0) done()
      else failed(new Error(`${program} failed`))
    })
    child.unref()
  })
}

function opener(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['open']
  // `start` would need a shell, to which an & in a URL means something.
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
