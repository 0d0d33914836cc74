// An attack is written once and tried on two sites: the plain server of a test, and one with production settings
// (Redis, S3, https behind nginx). `<topic>.attack.ts` exports `attack(start)`, which registers its tests;
// `<topic>.test.ts` calls it with `startWorld`, and `production.test.ts` calls all of them with the production site.
import type { World, WorldOptions } from '../../worlds/world.ts'

export type StartSite = (options?: WorldOptions) => Promise<World>
