// Office documents: LibreOffice prints them to PDF, and the PDF is drawn like any other. It runs in the sandbox, without a network,
// with a profile of its own in the scratch folder, which forbids macros and links to other files.
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from '../../sandbox/run-program.ts'
import { plainFileSize } from '../../sandbox/view.ts'
import { requireTool } from '../children/optional-tools.ts'
import { convertOnce, viaConversion } from '../conversion.ts'
import { MediaFailure, type Processor, type Work } from '../processor.ts'
import { document } from '../stills.ts'
import { technicalOf } from '../technical.ts'

const tool = {
  programs: ['soffice', 'libreoffice'],
  package: 'libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui',
  files: 'Office documents',
}

const seconds = 120
const maxBytes = 100_000_000
const limits = { fileBytes: 500_000_000, memoryKilobytes: 4 * 2 ** 20 }

/** The filter that reads each type: the content does not choose another. */
const filters: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'writer8',
  'application/vnd.oasis.opendocument.spreadsheet': 'calc8',
  'application/vnd.oasis.opendocument.presentation': 'impress8',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'MS Word 2007 XML',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Calc MS Excel 2007 XML',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    'Impress MS PowerPoint 2007 XML',
}

export function officeDocument(): Processor {
  return viaConversion(document, officePdf, () => technicalOf({ container: 'Office' }))
}

export function officePdf(work: Work): Promise<Work> {
  const name = 'printed.pdf'
  return convertOnce(work, { name, mimeType: 'application/pdf', make: () => print(work, name) })
}

async function print(work: Work, name: string): Promise<void> {
  const { source, folder } = work
  // The command is a script that starts other programs, which the sandbox forbids.
  const program = join(dirname(realpathSync(requireTool(tool))), 'soffice.bin')
  if (((await plainFileSize(source)) ?? 0) > maxBytes)
    throw new MediaFailure('too_large', 'The document is larger than 100 MB, the limit for previews.')
  const profile = join(folder, 'profile')
  await mkdir(join(profile, 'user'), { recursive: true })
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings)
  await convert(program, profile, work)
  const printed = join(folder, 'printed', `${basename(source, extname(source))}.pdf`)
  if (!(await plainFileSize(printed)))
    throw new MediaFailure('unreadable', 'The document is broken or has a password. Export it as PDF.')
  await rename(printed, join(folder, name))
}

/** Settings and extensions of the package, to which links beside the program lead. */
const dataFolders = ['/etc/libreoffice', '/var/lib/libreoffice', '/var/spool/libreoffice']

/** With a new profile, LibreOffice ends with this status and wants to be started again. */
const restart = 81

async function convert(program: string, profile: string, work: Work): Promise<void> {
  const { source, folder, mimeType, signal } = work
  const args = [
    ...['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
    `-env:UserInstallation=${pathToFileURL(profile)}`,
    // LibreOffice waits at a socket for further starts: in this folder, by a short path.
    '-env:OSL_SOCKET_PATH=.',
    ...[
      `--infilter=${filters[mimeType]!}`,
      '--convert-to',
      'pdf',
      '--outdir',
      join(folder, 'printed'),
      source,
    ],
  ]
  // Without /proc, the linker does not find the libraries beside the program.
  const env = { HOME: folder, TMPDIR: folder, LD_LIBRARY_PATH: dirname(program), SAL_USE_VCLPLUGIN: 'svp' }
  const run = { program, args, env, folder, signal, seconds, limits, localSocket: true }
  for (let starts = 0; starts < 3; starts++) {
    const ended = await runProgram({
      ...run,
      files: [source],
      code: dataFolders.filter((path) => existsSync(path)),
    })
    if (ended.timedOut)
      throw new MediaFailure('took_too_long', 'Creating previews of this document took too long.', true)
    if (ended.status !== restart) return
  }
}

/** No macros, no active content, no links to other files. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
${(
  [
    ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
    ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
    ['Common/Security/Scripting', 'DisableActiveContent', 'true'],
    ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
    ['Writer/Content/Update', 'Link', '2'],
    ['Calc/Content/Update', 'Link', '2'],
  ] as const
)
  .map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`
