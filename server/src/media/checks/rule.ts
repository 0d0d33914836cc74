// The form of a rule: a level, and limits of its own.
import { z } from 'zod'

export const level = z.enum(['PROBLEM', 'WARNING', 'INFO']).describe('How a finding of this rule counts.')
export type Level = z.output<typeof level>

export function rule<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ level, ...shape }).optional()
}
