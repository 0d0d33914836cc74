// Programs that were written against the API reference elsewhere, run against our server. One file, and so one server, for
// all tests in the two folders; `npm test -- server/test/suites/compatibility --test-name-pattern='^Ping'` runs some of them.
import { readdirSync } from 'node:fs'
import { runDeclaredTests } from './suite.ts'

for (const folder of ['reference', 'existing-clients']) {
  for (const file of readdirSync(new URL(folder, import.meta.url)).toSorted())
    await import(`./${folder}/${file}`)
}
runDeclaredTests()
