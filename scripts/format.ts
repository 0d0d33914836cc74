// `npm run format`: formats everything and applies the safe fixes of the linter.
import { runScript, tools } from './tools.ts'

process.exitCode = runScript(tools.biome, 'check', '--write', '.')
