// Each shell and TypeScript example in the documents is run, in order, against a real server.
//   sh       run with the variables that a reader sets; with `# answers 404` in front, it must be answered so
//   ts       a whole program: type-checked and run; one that listens is a webhook receiver, and is sent webhooks below
//   console  what cannot be run here; listed below, so that nothing hides there
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import manifest from '../../../../package.json' with { type: 'json' }
import { root } from '../../../../scripts/lib/repository.ts'
import { firstStartOf, makeDataDir, startServer } from '../../worlds/server-process.ts'
import { type Block, codeBlocks, documents } from './doc-blocks.ts'

// The README of the SDK has its own test beside it.
const texts = documents('docs/guides/*.md', 'README.md', 'cli/README.md')
const blocks = texts.flatMap(codeBlocks)
const jq = spawnSync('jq', ['--version']).error && 'there is no jq: apt-get install jq'
const folder = mkdtempSync(join(tmpdir(), 'dailies-examples-'))
const dataDir = makeDataDir()
let variables: Record<string, string>

before(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const block of blocks) if (block.language === 'ts') writeFileSync(programPath(block), block.code)
  const server = await startServer(dataDir)
  const { key } = firstStartOf(dataDir)
  variables = {
    // With the pinned Node first, and the compiled code of earlier starts, a program takes a third of the CPU time.
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE!,
    DAILIES_URL: server.url,
    DAILIES_API_KEY: key,
    DATA_DIR: dataDir,
    PG_BIN: process.env.PG_BIN ?? '',
  }
})
after(() => rmSync(folder, { recursive: true, force: true }))

for (const document of texts) {
  test(`the examples of ${document} run`, { skip: jq || false }, async () => {
    const runnable = codeBlocks(document).filter(isRun)
    const place = join(folder, workName(document))
    mkdirSync(place, { recursive: true })
    prepare(place)
    const script = ['set -euo pipefail', 'set -a', npm, ...runnable.map(step)].join('\n')
    const { status, output } = await run('bash', ['-c', script], place)
    assert.equal(status, 0, output.slice(-3000))
  })
}

test('the TypeScript examples have the types that they claim', async () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const config = { compilerOptions: { ...compilerOptions, moduleDetection: 'force' }, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { status, output } = await run(
    process.execPath,
    [join(root, 'node_modules/tsc/bin/tsc'), '-p', folder],
    root,
  )
  assert.equal(status, 0, output)
})

test('only the listed examples are not run', () => {
  const transcripts = blocks.filter(({ language }) => language === 'console')
  assert.deepEqual(
    transcripts.flatMap(({ document, code }) =>
      code
        .matchAll(/^\$ (.*)$/gm)
        .map(([, line]) => `${document}: ${line}`)
        .toArray(),
    ),
    notRun,
  )
  const known = new Set([
    'sh',
    'ts',
    'console',
    'json',
    'http',
    'text',
    'ini',
    'yaml',
    'nginx',
    'caddy',
    'python',
    'php',
  ])
  assert.deepEqual(
    blocks.filter(({ language }) => !known.has(language)),
    [],
  )
})

const notRun = [
  'README.md: git clone <this repository> dailies && cd dailies',
  'README.md: npm start',
  'README.md: npx ./dailies-0.1.0.tgz',
  'README.md: npx ./dailies-0.1.0.tgz admin --help',
  'README.md: npm test',
  'cli/README.md: dailies login --url https://review.example.com',
  'cli/README.md: dailies projects list',
  'cli/README.md: dailies files upload PROJECT shot-010.mov shot-020.mov',
  'cli/README.md: dailies comments create-on-file FX… --content "Too dark" --anchor 4200',
  'cli/README.md: dailies events PROJECT --follow',
  'cli/README.md: npm run build -w cli          # builds cli/dist: JavaScript for Node, including the SDK, without dependencies',
  'cli/README.md: npm install --global ./cli/dist',
  'cli/README.md: source <(dailies completion bash)      # in ~/.bashrc',
  'cli/README.md: source <(dailies completion zsh)       # in ~/.zshrc, after compinit',
  'cli/README.md: dailies completion fish > ~/.config/fish/completions/dailies.fish',
  'docs/guides/backup.md: npm run -s dailies -- admin storage adopt --yes',
  'docs/guides/backup.md: aws s3api put-bucket-lifecycle-configuration --bucket dailies --lifecycle-configuration file://rules.json',
  'docs/guides/cli.md: dailies login --url https://dailies.example.com',
  'docs/guides/cli.md: dailies login --url https://dailies.example.com --key',
  'docs/guides/cli.md: dailies events $PROJECT --follow',
  'docs/guides/cli.md: dailies webhooks listen',
  'docs/guides/events.md: dailies events $PROJECT --follow',
  'docs/guides/high-availability.md: npm run cluster -- --quick',
  'docs/guides/high-availability.md: npm run cluster -- --kinds=kill,primary --times=20',
  'docs/guides/mcp-clients.md: claude mcp add --transport http dailies https://dailies.example.com/mcp',
  'docs/guides/reviewing.md: dailies verdicts receipt $VERSION --format pdf   # a URL, valid for 5 minutes',
  'docs/guides/reviewing.md: curl -s https://dailies.example.com/.well-known/dailies-receipt-key -o key.pem',
  'docs/guides/reviewing.md: dailies verify receipt.pdf master.mov --key key.pem',
  'docs/guides/scaling.md: npm run -s dailies -- migrate',
  'docs/guides/scaling.md: npm run -s dailies -- serve',
  'docs/guides/scaling.md: npm run -s dailies -- worker',
  'docs/guides/sdk.md: npm run build -w sdk',
  'docs/guides/sdk.md: cd ../my-program && npm install ../dailies/sdk/dist',
  'docs/guides/self-hosting.md: npm install --global ./dailies-0.1.0.tgz',
  'docs/guides/self-hosting.md: dailies',
  'docs/guides/self-hosting.md: dailies admin --help',
  'docs/guides/self-hosting.md: npx ./dailies-0.1.0.tgz',
  'docs/guides/self-hosting.md: npm ci',
  'docs/guides/self-hosting.md: docker build -t dailies .',
  'docs/guides/self-hosting.md: docker run -d --name dailies -p 127.0.0.1:8080:8080 -v dailies:/data \\',
  'docs/guides/self-hosting.md: docker exec dailies cat /data/first-start.txt',
  'docs/guides/self-hosting.md: docker exec dailies rm /data/first-start.txt',
  'docs/guides/skill-reviewers.md: curl -X POST $DAILIES_URL/api/projects/$PROJECT/skill-reviewers -H "Authorization: Bearer $DAILIES_API_KEY" \\',
  'docs/guides/skill-reviewers.md: curl -X POST $DAILIES_URL/api/draft-notes/$NOTE/accept -H "Authorization: Bearer $DAILIES_API_KEY" \\',
  'docs/guides/skill-reviewers.md: curl -X POST $DAILIES_URL/api/draft-notes/$OTHER/dismiss -H "Authorization: Bearer $DAILIES_API_KEY" \\',
  'docs/guides/skill-reviewers.md: curl -X POST $DAILIES_URL/api/skill-reviews/$REVIEW/accept -H "Authorization: Bearer $DAILIES_API_KEY"',
  'docs/guides/start.md: git clone <this repository> dailies && cd dailies',
  'docs/guides/start.md: npm start',
  'docs/guides/upgrading.md: npm run -s dailies -- admin backup --to before-upgrade.tar.gz',
  'docs/guides/upgrading.md: git pull',
  'docs/guides/upgrading.md: npm start',
  'docs/guides/uploading.md: curl -s $DAILIES_URL/api/projects/$PROJECT/files/upload.url \\',
]

function isRun({ language, code }: Block): boolean {
  return language === 'sh' || (language === 'ts' && !code.includes('.listen('))
}

/** A block as a part of the script. The last printed place identifies a block that fails. */
function step(block: Block): string {
  const label = `echo "── ${block.document}:${block.line}" >&2`
  if (block.language === 'ts') return `${label}\n"${process.execPath}" "${programPath(block)}"`
  // Replaces the placeholders that a reader replaces with their own values.
  const code = block.code.replace(/^export DAILIES_\w+=.*$/gm, '')
  const refused = /^# answers (\d+)$/m.exec(code)
  if (!refused) return `${label}\n${curl('--fail-with-body')}\n${code}`
  return `${label}\n${curl('')}\nANSWER=$(\n${code})\n[[ "$ANSWER" == *'"status":${refused[1]},'* ]]`
}

/** Without `--fail-with-body`, curl accepts any status. */
function curl(option: string): string {
  return `curl() { command curl --no-progress-meter --max-time 60 ${option} "$@"; }`
}

function programPath({ document, line }: Block): string {
  return join(folder, `${workName(document)}-${line}.ts`)
}

function workName(document: string): string {
  return document.replace(/\W/g, '-')
}

/** `npm run -s dailies -- …` runs the script of package.json without npm, whose start costs as much CPU as the command. */
const npm = `npm() {
  [[ "$1 $2 $3 $4" == 'run -s dailies --' ]]
  ${manifest.scripts.dailies.replace('scripts/', `${root}/scripts/`)} "\${@:5}"
}`

/** Creates the folder where the examples run, with files to send. */
function prepare(place: string): void {
  const header = '\0\0\0\x18ftypisom\0\0\x02\0isommp41'
  writeFileSync(join(place, 'teaser.mp4'), Buffer.from(`${header}${'1'.repeat(50_000)}`, 'latin1'))
  writeFileSync(join(place, 'teaser-v2.mp4'), Buffer.from(`${header}${'2'.repeat(60_000)}`, 'latin1'))
  writeFileSync(join(place, 'still.png'), Buffer.from(onePixel, 'base64'))
}

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

/** Only examples that hang take this long: checks of files run at the lowest priority, beside other tests. */
const patienceMs = 600_000

function run(command: string, args: string[], cwd: string): Promise<{ status: number; output: string }> {
  const options = { cwd, env: { ...variables, HOME: cwd }, timeout: patienceMs, maxBuffer: 2 ** 24 }
  return new Promise((done) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      done({ status: error ? Number(error.code ?? 1) : 0, output: `${stdout}\n${stderr}` })
    })
  })
}
