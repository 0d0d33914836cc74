// Collects tests while files load, which takes seconds, and hands them to Node when all are loaded: Node runs the
// hooks that stop servers as soon as it knows of no further test.
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
