// `npm run format`: formats all files and applies safe fixes of the linter.
import { runScript, tools } from './lib/repository.ts'

process.exitCode = runScript(tools.biome, 'check', '--write', '.')
