// Tests are declared while files load, which takes seconds, and handed to Node when all are there: Node runs the hooks that
// stop servers as soon as it knows of no other test.
import { test as nodeTest } from 'node:test'

type Run = () => void | Promise<void>
const declared: { name: string; options: { skip?: string | false }; run: Run }[] = []

export function test(name: string, ...[options, run]: [Run] | [{ skip: string | false }, Run]): void {
  if (typeof options === 'function') declared.push({ name, options: {}, run: options })
  else declared.push({ name, options, run: run! })
}

export function runDeclaredTests(): void {
  for (const { name, options, run } of declared) nodeTest(name, options, run)
}
