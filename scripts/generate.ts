// `npm run generate`: writes all generated files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './lib/generated-files.ts'
import { root } from './lib/repository.ts'

try {
  for (const [path, content] of generatedFiles()) {
    writeFileSync(join(root, path), content)
    console.log(path)
  }
} catch (error) {
  console.error(`generate: ${(error as Error).message}`)
  process.exitCode = 1
}
