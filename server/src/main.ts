// The entry point: reads the command and the settings. A command loads only the modules that it needs: the server costs a
// second to load.
import { errorText } from '../../cli/src/kit/errors.ts'
import { unknownCommand } from '../../cli/src/kit/find-command.ts'
import { type Page, section, usage } from '../../cli/src/kit/help-page.ts'
import { serverCommands } from '../../cli/src/kit/server-commands.ts'
import { createStyle } from '../../cli/src/kit/style.ts'
import { type Config, readConfig } from './config.ts'
import { program } from './core/program.ts'
import { StartupError } from './core/startup-error.ts'
import { namedStartError } from './database/readiness.ts'

const page: Page = { style: createStyle(false), columns: 100 }

const help = [
  usage(`${program} <command>`, page),
  section('Commands', serverCommands, page),
  `Without a command, \`all\` runs. With --no-build, \`all\` and \`serve\` use the existing build of the web app even when its
sources have changed. \`admin --help\` lists the admin commands.`,
].join('\n')

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (thrown) {
  const error = namedStartError(thrown)
  const line = error instanceof StartupError ? error.message : portProblem(error)
  if (line === undefined) throw error
  console.error(errorText(line))
  process.exitCode = 1
}

async function main([command = 'all', ...args]: string[]): Promise<number> {
  if (command === 'all' || command === 'serve' || command === 'worker') {
    const config = readConfig(process.env)
    const { runService } = await import('./run-service.ts')
    return runService(config, command, !args.includes('--no-build'))
  }
  if (command === 'migrate') return migrateOnly(readConfig(process.env))
  if (command === 'admin') {
    const config = readConfig(process.env)
    const { runAdmin } = await import('./admin/run.ts')
    const stdout = (text: string) => void process.stdout.write(text)
    const stderr = (text: string) => void process.stderr.write(text)
    return runAdmin(args, config, { stdout, stderr, isTerminal: process.stdout.isTTY === true })
  }
  if (command === 'help' || command === '--help' || command === '-h') {
    console.log(help)
    return 0
  }
  const known = serverCommands.map(([name]) => ({ words: [name] }))
  console.error(`${errorText(unknownCommand(known, [command]).message)}\n\n${help}`)
  return 2
}

async function migrateOnly(config: Config): Promise<number> {
  const { openDatabase } = await import('./database/open.ts')
  const { migrateDatabase } = await import('./migrate-database.ts')
  const opened = await openDatabase(config, 'tool', console.error)
  try {
    const applied = await migrateDatabase(opened.connection)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
  } finally {
    await opened.close()
  }
  return 0
}

function portProblem(error: unknown): string | undefined {
  const { code, port, address, hostname } = error as {
    code?: string
    port?: number
    address?: string
    hostname?: string
  }
  if (code === 'EADDRINUSE') return `port ${port} is in use: set PORT to another one`
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} may not be opened by this user: set PORT above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${address ?? hostname} is not an address of this machine`
  return undefined
}
