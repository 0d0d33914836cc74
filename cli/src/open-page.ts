import { spawn } from 'node:child_process'

/** Opens a page with the default browser of the system. */
export function openPage(url: string): Promise<void> {
  const [program, ...args] = opener(process.platform)
  return new Promise((done, failed) => {
    const child = spawn(program!, [...args, url], { stdio: 'ignore', detached: true })
    child.on('error', failed)
    // Some openers run until the browser exits.
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
  // `start` needs a shell, which would interpret an & in the URL.
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
