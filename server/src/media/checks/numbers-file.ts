// The numbers of a file as a derivative of its own.
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { reachStorage, type Storage } from '../../core/storage.ts'
import type { Derivative } from '../processor.ts'
import type { Measured } from './finding.ts'
import { readMeasured, writeMeasured } from './measured-file.ts'

export const numbersName = 'checks.bin'
export const numbersType = 'application/octet-stream'

/** No program that opens uploaded files may write to this path. */
export async function writeNumbers(path: string, measured: Measured): Promise<Derivative> {
  await writeFile(path, await writeMeasured(measured), { flag: 'wx', mode: 0o600 })
  return { name: numbersName, path, mimeType: numbersType }
}

/** Undefined if a release has written them whose numbers mean something else. */
export async function readNumbers(
  storage: Pick<Storage, 'read'>,
  objectId: string,
): Promise<Measured | undefined> {
  const bytes = await reachStorage(async () => buffer(await storage.read(objectId)))
  return readMeasured(bytes)
}
