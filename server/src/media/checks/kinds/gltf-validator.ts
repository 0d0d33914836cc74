// The glTF Validator of Khronos, which comes without types.
import { createRequire } from 'node:module'

export type ValidatorReport = {
  issues: {
    numErrors: number
    numWarnings: number
    messages: { code: string; message: string; severity: number; pointer?: string }[]
  }
  info?: { totalTriangleCount?: number }
}

type Validator = {
  validateBytes(
    bytes: Uint8Array,
    options: { maxIssues: number; writeTimestamp: boolean },
  ): Promise<ValidatorReport>
}

/** Hints and infos count, too. */
const maxIssues = 1_000

export function validateGltf(bytes: Uint8Array): Promise<ValidatorReport> {
  const validator = createRequire(import.meta.url)('gltf-validator') as Validator
  return validator.validateBytes(bytes, { maxIssues, writeTimestamp: false })
}
