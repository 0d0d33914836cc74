// Random changes of a project and of its shares, compared with a model that knows the rules of what guests see. Every guest then
// tries the ids of all files, versions and comments, those of other shares among them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Guest, startShareWorld } from '../../../src/operations/shares/fixtures/share-world.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_101)
const rounds = Number(process.env.FUZZ_RUNS ?? 3)
const steps = 40

type Item = { kind: 'FILE' | 'FOLDER' | 'VERSION'; id: string }
type File = { id: string; folder: string | null; stack: string; number: number; complete: boolean }
type Comment = { id: string; file: string; root: string; author: string; share: string | null }
type Share = {
  id: string
  items: Item[]
  frozen: Set<string> | null
  all: boolean
  guests: { guest: Guest; name: string }[]
}

const { projectId, sql, manage, file, folder, version, share, comment } = await startShareWorld()

for (let round = 0; round < rounds; round++) {
  test(`guests see what the rules say after ${steps} random changes (FUZZ_SEED=${seed + round})`, async () => {
    const random = generator(seed + round)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const files = new Map<string, File>()
    const folders = new Map<string, string | null>()
    const versions = new Map<string, string[]>()
    const comments = new Map<string, Comment>()
    const shares: Share[] = []
    const gone: string[] = []

    const isBelow = (place: string | null, top: string): boolean =>
      place !== null && (place === top || isBelow(folders.get(place) ?? null, top))

    /** The files that the items show now, or did when they were frozen. */
    function shownBy(items: Item[]): Set<string> {
      const newest = (candidates: File[]) => {
        const byStack = new Map<string, File>()
        for (const one of candidates)
          if (one.complete && one.number > (byStack.get(one.stack)?.number ?? 0)) byStack.set(one.stack, one)
        return [...byStack.values()].map(({ id }) => id)
      }
      const all = [...files.values()]
      return new Set(
        items.flatMap(({ kind, id }) => {
          if (kind === 'FOLDER') return newest(all.filter((one) => isBelow(one.folder, id)))
          if (kind === 'VERSION') return (versions.get(id) ?? []).filter((one) => files.get(one)?.complete)
          return newest(all.filter(({ stack }) => stack === id))
        }),
      )
    }
    const seen = ({ frozen, items }: Share): Set<string> =>
      frozen ? new Set([...frozen].filter((id) => files.has(id))) : shownBy(items)

    function seesComment(one: Share, name: string, { file, root, author, share, id }: Comment): boolean {
      const first = comments.get(root)!
      const foreign = [share, first.share].some((other) => other !== null && other !== one.id)
      if (!seen(one).has(file) || foreign) return false
      if (one.all) return true
      return first.author === name && (id === root || author === name || share === null)
    }

    async function newFile(folderId: string | null, revisionOf?: File) {
      const complete = random() < 0.85
      const id = await file({
        ...(folderId === null ? {} : { folder: folderId }),
        ...(revisionOf ? { revisionOf: revisionOf.id } : {}),
        ...(complete ? {} : { status: 'UPLOADING' }),
      })
      const numbers = [...files.values()]
        .filter(({ stack }) => stack === revisionOf?.stack)
        .map(({ number }) => number)
      files.set(id, {
        id,
        folder: folderId,
        stack: revisionOf?.stack ?? id,
        number: Math.max(0, ...numbers) + 1,
        complete,
      })
    }

    /** Items as they are sent; a file stands for its stack. */
    function someItems(): { sent: Item[]; known: Item[]; chosen: Map<string, string> } {
      const found = new Map<string, Item>()
      const chosen = new Map<string, string>()
      const count = 1 + Math.floor(random() * 3)
      for (let i = 0; i < count; i++) {
        const kind = pick(['FILE', 'FOLDER', 'VERSION'] as const)
        const ids = { FILE: [...files.keys()], FOLDER: [...folders.keys()], VERSION: [...versions.keys()] }[
          kind
        ]
        if (ids.length === 0) continue
        const id = pick(ids)
        const known = kind === 'FILE' ? files.get(id)!.stack : id
        if (found.has(`${kind} ${known}`)) continue
        found.set(`${kind} ${known}`, { kind, id: known })
        chosen.set(`${kind} ${known}`, id)
      }
      const known = [...found.values()]
      return {
        known,
        chosen,
        sent: known.map(({ kind, id }) => ({ kind, id: chosen.get(`${kind} ${id}`)! })),
      }
    }

    /** The frozen revisions: of a file the chosen one, if it is complete. */
    function freeze(known: Item[], chosen: Map<string, string>): Set<string> {
      return new Set(
        known.flatMap((item) => {
          const id = chosen.get(`FILE ${item.id}`)
          if (item.kind !== 'FILE' || id === undefined) return [...shownBy([item])]
          return files.get(id)?.complete ? [id] : []
        }),
      )
    }

    async function newShare() {
      const { sent, known, chosen } = someItems()
      if (sent.length === 0) return
      const [frozen, all] = [random() < 0.4, random() < 0.5]
      const made = await share(sent, {
        revisions: frozen ? 'FROZEN' : 'LATEST',
        comments: all ? 'ALL' : 'OWN',
      })
      const guests = []
      for (const who of ['a', 'b'])
        guests.push({ name: `${made.id} ${who}`, guest: await made.guest(`Guest ${who}`) })
      shares.push({ id: made.id, items: known, frozen: frozen ? freeze(known, chosen) : null, all, guests })
    }

    async function update(route: string, body: object): Promise<void> {
      const { status, body: answer } = await manage(route, body)
      assert.ok(status < 300, `${route} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
    }

    const changes: (() => Promise<void>)[] = [
      () => newFile(pick([null, ...folders.keys()])),
      () => newFile(pick([null, ...folders.keys()]), pick([...files.values()])),
      async () => {
        const one = pick([...files.values()])
        one.folder = pick([null, ...folders.keys()])
        await update(`PATCH /api/files/${one.id}`, { folder: one.folder && { id: one.folder } })
      },
      async () => {
        const id = pick([...folders.keys()])
        const parent = pick([null, ...[...folders.keys()].filter((one) => !isBelow(one, id))])
        folders.set(id, parent)
        await update(`PATCH /api/folders/${id}`, { parent: parent && { id: parent } })
      },
      async () => {
        if (files.size < 4) return
        const { id } = pick([...files.values()])
        await update(`DELETE /api/files/${id}`, {})
        files.delete(id)
        gone.push(id)
        for (const one of comments.values()) if (one.file === id) comments.delete(one.id)
        for (const [key, list] of versions)
          versions.set(
            key,
            list.filter((other) => other !== id),
          )
      },
      async () => {
        const complete = [...files.values()].filter((one) => one.complete).map(({ id }) => id)
        const chosen = complete.filter(() => random() < 0.3)
        if (chosen.length > 0) versions.set(await version(chosen), chosen)
      },
      newShare,
      async () => {
        if (shares.length === 0) return
        const one = pick(shares)
        const { sent, known, chosen } = someItems()
        if (sent.length === 0) return
        await update(`PATCH /api/shares/${one.id}`, { items: sent })
        one.items = known
        if (one.frozen) one.frozen = freeze(known, chosen)
      },
      async () => {
        if (shares.length === 0) return
        const one = pick(shares)
        const frozen = one.frozen === null
        await update(`PATCH /api/shares/${one.id}`, { revisions: frozen ? 'FROZEN' : 'LATEST' })
        one.frozen = frozen ? shownBy(one.items) : null
      },
      async () => {
        if (shares.length === 0) return
        const one = pick(shares)
        one.all = !one.all
        await update(`PATCH /api/shares/${one.id}`, { comments: one.all ? 'ALL' : 'OWN' })
      },
      async () => {
        const onFile = pick([...files.keys()])
        const roots = [...comments.values()].filter(({ id, root, file }) => id === root && file === onFile)
        const parent = random() < 0.5 && roots.length > 0 ? pick(roots).id : undefined
        const id = await comment(onFile, 'team', parent)
        comments.set(id, { id, file: onFile, root: parent ?? id, author: 'team', share: null })
      },
      async () => {
        if (shares.length === 0) return
        const one = pick(shares)
        const visible = [...seen(one)]
        if (visible.length === 0) return
        const { guest, name } = pick(one.guests)
        const onFile = pick(visible)
        const roots = [...comments.values()].filter(
          (other) => other.id === other.root && other.file === onFile && seesComment(one, name, other),
        )
        const parent = random() < 0.5 && roots.length > 0 ? pick(roots).id : undefined
        const id = await guest.comment(onFile, 'guest', parent)
        comments.set(id, { id, file: onFile, root: parent ?? id, author: name, share: one.id })
      },
    ]

    async function check(step: number): Promise<void> {
      for (const one of shares) {
        const expected = seen(one)
        const { guest, name } = pick(one.guests)
        const at = `step ${step}, share ${shares.indexOf(one)} of ${JSON.stringify(one.items)}`
        assert.deepEqual((await guest.files()).sort(), [...expected].sort(), `the list, ${at}`)
        for (const id of [pick([...files.keys()]), pick([...files.keys()]), ...gone.slice(-1)]) {
          const status = await guest.status(`GET /api/files/${id}`)
          assert.equal(status, expected.has(id) ? 200 : 404, `file ${id}, ${at}`)
          const listed = await guest.status(`QUERY /api/files/${id}/threads`, {})
          assert.equal(listed, expected.has(id) ? 200 : 404, `threads of ${id}, ${at}`)
        }
        if (comments.size > 0)
          for (const other of [pick([...comments.values()]), pick([...comments.values()])]) {
            const status = await guest.status(`GET /api/comments/${other.id}`)
            assert.equal(status, seesComment(one, name, other) ? 200 : 404, `comment ${other.id}, ${at}`)
          }
        for (const id of versions.keys()) {
          const chosen = one.items.some((item) => item.kind === 'VERSION' && item.id === id)
          assert.equal(
            await guest.status(`GET /api/versions/${id}`),
            chosen ? 200 : 404,
            `version ${id}, ${at}`,
          )
        }
      }
    }

    /** At the end, every guest tries every id. */
    async function checkAll(): Promise<void> {
      for (const one of shares)
        for (const { guest, name } of one.guests) {
          const expected = seen(one)
          for (const id of files.keys())
            assert.equal(await guest.status(`GET /api/files/${id}`), expected.has(id) ? 200 : 404)
          for (const id of expected) {
            const texts = (await guest.reads(id)).length
            const visible = [...comments.values()].filter(
              (other) => other.file === id && seesComment(one, name, other),
            )
            assert.equal(texts, visible.length, `comments on ${id}`)
          }
          for (const other of comments.values())
            assert.equal(
              await guest.status(`GET /api/comments/${other.id}`),
              seesComment(one, name, other) ? 200 : 404,
            )
        }
    }

    for (let i = 0; i < 3; i++) folders.set(await folder(), null)
    for (let i = 0; i < 5; i++) await newFile(pick([null, ...folders.keys()]))
    while (shares.length < 2) await newShare()
    for (let step = 0; step < steps; step++) {
      await pick(changes)()
      await check(step)
    }
    await checkAll()
    // The files and shares of one round must not be in the way of the next one.
    await sql`delete from shares where project_id = ${projectId}`
  })
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function generator(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
