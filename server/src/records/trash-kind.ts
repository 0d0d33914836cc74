import { z } from 'zod'

/** The kinds of records that go to the trash. */
export const trashKinds = ['FILE', 'FOLDER', 'COMMENT', 'VERSION', 'SKILL'] as const
export const TrashKind = z.enum(trashKinds)
export type TrashKind = z.output<typeof TrashKind>
