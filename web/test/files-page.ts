// The files page of a project, as tests find it, and files to upload there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Page } from 'playwright-core'

export const MB = 1_000_000

export const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })

export const uploadsBar = (page: Page) => page.getByRole('complementary', { name: 'Uploads' })

export const chooseFiles = (page: Page, paths: string[]) =>
  page.locator('input[aria-label="Files to upload"]').first().setInputFiles(paths)

/** A folder on the disk of the person who uploads, removed after the tests. */
export function temporaryFiles() {
  const disk = mkdtempSync(join(tmpdir(), 'dailies-files-'))
  after(() => rmSync(disk, { recursive: true, force: true }))
  /** Writes a file of this size, and returns its path. */
  function onDisk(name: string, size: number): string {
    const path = join(disk, name)
    writeFileSync(path, Buffer.alloc(size, name))
    return path
  }
  return { disk, onDisk }
}
