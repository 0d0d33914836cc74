// `npm run generate`: writes what spec/, sdk/, cli/ and web/ hold of the list of operations.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, specFiles } from './spec-files.ts'

for (const [path, content] of specFiles()) {
  writeFileSync(join(root, path), content)
  console.log(path)
}
