import type { Scope } from '../../core/access.ts'

/** A method, the operation whose limit it spends, and the scopes that it needs. */
export type MethodNeed = readonly [method: string, operation: string, ...scopes: Scope[]]
