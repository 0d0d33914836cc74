// Programs that were written against the API reference elsewhere, run against our server. All tests in the two
// folders share this file and one server; `npm test -- server/test/suites/compatibility
// --test-name-pattern='^Ping'` runs some of them.
import { readdirSync } from 'node:fs'
import { runDeclaredTests } from './suite.ts'

for (const folder of ['reference', 'existing-clients']) {
  for (const file of readdirSync(new URL(folder, import.meta.url)).toSorted())
    await import(`./${folder}/${file}`)
}
runDeclaredTests()
