// `npm run format`: formats everything and applies the safe fixes of the linter.
import { runScript, tools } from './lib/repository.ts'

process.exitCode = runScript(tools.biome, 'check', '--write', '.')
