// Random histories of a project: the pairs of event and person that are notified, and what each person may list
// and gets by mail afterwards, equal those of a naive model.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emitEvent, numberAll } from '../../test/helpers/emit-events.ts'
import { newFile } from '../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../test/worlds/world.ts'
import type { ProjectRole } from '../core/access.ts'
import { newPrefixedId } from '../core/ids.ts'
import { readFacts } from './mail/facts.ts'
import { batchSize, notifyNext } from './notify.ts'
import { readPushed } from './push/push-queue.ts'

const world = await startWorld()
const { database } = world
const { sql } = database

const people = ['owner', 'manager', 'member', 'reviewer', 'restricted', 'outsider'] as const
type Name = (typeof people)[number]
const name = fc.constantFrom(...people)
const someone = fc.constantFrom(...people.slice(1))
const fileIndex = fc.nat({ max: 2 })
const names = fc.uniqueArray(name, { maxLength: 3 })
const roles = [
  'PROJECT_MANAGER',
  'PROJECT_MEMBER',
  'PROJECT_REVIEWER',
  'PROJECT_RESTRICTED_REVIEWER',
] as const
const levels = ['EVERYTHING', 'CONCERNS_ME', 'MENTIONS', 'NOTHING'] as const

/** Changes after which a person may see or want less, or more, of what has happened. */
const withdrawals = [
  fc.record({ do: fc.constant('delete'), comment: fc.nat({ max: 20 }) }),
  fc.record({ do: fc.constant('role'), who: someone, role: fc.option(fc.constantFrom(...roles)) }),
  fc.record({ do: fc.constant('level'), who: name, level: fc.constantFrom(...levels) }),
  fc.record({ do: fc.constant('mute'), who: name, file: fileIndex, on: fc.boolean() }),
  fc.record({ do: fc.constant('hide'), file: fileIndex, hidden: fc.boolean() }),
] as const

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('comment'),
      who: name,
      file: fc.option(fileIndex),
      mentions: names,
      everyone: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('reply'), who: name, to: fc.nat({ max: 20 }), mentions: names }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('edit'), comment: fc.nat({ max: 20 }), mentions: names }),
  },
  fc.record({ do: fc.constant('revise'), who: fc.constantFrom('owner', 'member'), file: fileIndex }),
  fc.record({ do: fc.constant('request'), reviewer: name }),
  fc.record({ do: fc.constant('judge'), judge: name }),
  ...withdrawals,
  { weight: 2, arbitrary: fc.record({ do: fc.constant('process') }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type FileState = { id: string; stack: string; number: number; author: Name; restrictedSee: boolean }
type CommentState = {
  id: string
  author: Name
  file: FileState | null
  parent: CommentState | null
  deleted: boolean
  /** Mentioned at any time. */
  mentioned: Set<Name>
}
type HappenedEvent = {
  id: string
  type: string
  actor: Name | undefined
  audience: string
  file: FileState | undefined
  comment: CommentState | undefined
  mentions: Name[]
  everyone: boolean
  /** The member or reviewer that the event is about. */
  user: Name | undefined
}

/** The project, its people, and everything that the model must know to decide who is notified. */
class History {
  readonly cast = new Map<Name, Person>()
  readonly memberships = new Map<Name, { id: string; role: ProjectRole }>()
  readonly formerlyRestricted = new Set<Name>()
  readonly levels = new Map<Name, (typeof levels)[number]>()
  readonly muted = new Set<string>()
  readonly files: FileState[] = []
  readonly comments: CommentState[] = []
  readonly expected = new Map<string, { event: HappenedEvent; who: Name; kind: string }>()
  /** The people who were asked to review the first revision of the first file. */
  readonly reviewers = new Set<Name>()
  versionId = ''
  reviewed = ''
  pending: HappenedEvent[] = []
  lastNumber = 0
  projectId = ''
  readonly open: boolean
  constructor(open: boolean) {
    this.open = open
  }

  async start(): Promise<void> {
    for (const one of people) this.cast.set(one, await world.person({ name: one }))
    const owner = this.cast.get('owner')!
    const accessRange = this.open ? 'ALLOW_WORKSPACE_MEMBER' : 'ONLY_PROJECT_MEMBER'
    this.projectId = (await world.project({ owner, accessRange })).id
    for (const [i, role] of roles.entries()) await this.setRole(people[i + 1]!, role)
    this.memberships.set('owner', { id: '', role: 'PROJECT_OWNER' })
    for (const restrictedSee of [true, false, true]) {
      const author = restrictedSee ? 'owner' : 'member'
      const id = await newFile(world, this.projectId, this.cast.get(author)!, restrictedSee)
      this.files.push({ id, stack: id, number: 1, author, restrictedSee })
    }
    const version = { name: 'First', files: [{ id: this.files[0]!.id }], allowRestricted: true }
    const made = await this.call('member', `POST /api/projects/${this.projectId}/versions`, version)
    this.versionId = made.body.data.id
    this.reviewed = this.files[0]!.id
  }

  roleOf(who: Name): ProjectRole | undefined {
    const own = this.memberships.get(who)?.role
    if (own !== undefined || !this.open || this.formerlyRestricted.has(who)) return own
    return 'PROJECT_REVIEWER'
  }

  call(who: Name, route: string, body?: object) {
    return world.call(route, { key: this.cast.get(who)!.key, ...(body ? { body } : {}) })
  }

  text(mentions: readonly Name[], everyone = false): string {
    const tokens = mentions.map((one) => `@[${one}](user:${this.cast.get(one)!.userId})`)
    return ['Look', ...tokens, ...(everyone ? ['@[everyone](review:everyone)'] : [])].join(' ')
  }

  async setRole(who: Name, role: ProjectRole | null): Promise<void> {
    const current = this.memberships.get(who)
    const user = this.cast.get(who)!.userId
    if (role === null) {
      if (!current) return
      await this.call('owner', `DELETE /api/project-members/${current.id}`)
      this.memberships.delete(who)
      return
    }
    if (current) await this.call('owner', `PATCH /api/project-members/${current.id}`, { role })
    else {
      const members = [{ user: { id: user }, role }]
      await this.call('owner', `POST /api/projects/${this.projectId}/members`, { members })
    }
    const [member] = await sql<{ id: string }>`
      select id from project_members where project_id = ${this.projectId} and user_id = ${user}`
    this.memberships.set(who, { id: member!.id, role })
    if (role === 'PROJECT_RESTRICTED_REVIEWER') this.formerlyRestricted.add(who)
    else this.formerlyRestricted.delete(who)
  }

  async apply(one: Step): Promise<void> {
    switch (one.do) {
      case 'comment': {
        const { who, file, mentions, everyone } = one as Extract<Step, { everyone: boolean }>
        const on = file === null ? null : this.files[file]!
        const path = on ? `/api/files/${on.id}` : `/api/projects/${this.projectId}`
        const answer = await this.call(who, `POST ${path}/comments`, {
          content: this.text(mentions, everyone),
        })
        if (answer.status === 201) this.wrote(answer.body.data.id, who, on, null, mentions)
        break
      }
      case 'reply': {
        const { who, to, mentions } = one as Extract<Step, { to: number }>
        const parent = nth(
          this.comments.filter((comment) => comment.parent === null),
          to,
        )
        if (!parent) break
        const path = parent.file ? `/api/files/${parent.file.id}` : `/api/projects/${this.projectId}`
        const body = { content: this.text(mentions), parent: { id: parent.id } }
        const answer = await this.call(who, `POST ${path}/comments`, body)
        if (answer.status === 201) this.wrote(answer.body.data.id, who, parent.file, parent, mentions)
        break
      }
      case 'edit': {
        const { comment, mentions } = one as Extract<Step, { comment: number; mentions: Name[] }>
        const edited = nth(this.comments, comment)
        if (!edited || edited.deleted) break
        const answer = await this.call(edited.author, `PATCH /api/comments/${edited.id}`, {
          content: `Again: ${this.text(mentions)}`,
        })
        if (answer.status === 204) for (const who of mentions) edited.mentioned.add(who)
        break
      }
      case 'delete': {
        const { comment } = one as Extract<Step, { comment: number }>
        const deleted = nth(this.comments, comment)
        if (!deleted || deleted.deleted) break
        const answer = await this.call(deleted.author, `DELETE /api/comments/${deleted.id}`)
        if (answer.status === 204) deleted.deleted = true
        break
      }
      case 'revise': {
        const { who, file } = one as Extract<Step, { do: string; who: Name; file: number }>
        await this.revise(who, this.files[file]!)
        break
      }
      case 'request': {
        const { reviewer } = one as Extract<Step, { reviewer: Name }>
        const users = [{ id: this.cast.get(reviewer)!.userId }]
        const answer = await this.call('owner', `POST /api/versions/${this.versionId}/review-requests`, {
          users,
        })
        if (answer.status === 201) this.reviewers.add(reviewer)
        break
      }
      case 'judge': {
        const { judge } = one as Extract<Step, { judge: Name }>
        await this.call(judge, `PUT /api/versions/${this.versionId}/verdict`, { verdict: 'NEED_EDIT' })
        break
      }
      case 'role': {
        const { who, role } = one as Extract<Step, { role: ProjectRole | null }>
        await this.setRole(who, role)
        break
      }
      case 'level': {
        const { who, level } = one as Extract<Step, { level: (typeof levels)[number] }>
        const path = `/api/projects/${this.projectId}/notification-level`
        const answer = await this.call(who, `PUT ${path}`, { level })
        if (answer.status === 204) this.levels.set(who, level)
        break
      }
      case 'mute': {
        const { who, file, on } = one as Extract<Step, { on: boolean }>
        const { id, stack } = this.files[file]!
        const answer = await this.call(who, `${on ? 'PUT' : 'DELETE'} /api/files/${id}/mute`)
        if (answer.status !== 204) break
        if (on) this.muted.add(`${who} ${stack}`)
        else this.muted.delete(`${who} ${stack}`)
        break
      }
      case 'hide': {
        const { file, hidden } = one as Extract<Step, { hidden: boolean }>
        const changed = this.files[file]!
        await this.call('owner', `PATCH /api/files/${changed.id}`, { allowRestricted: !hidden })
        changed.restrictedSee = !hidden
        break
      }
    }
    await this.collect()
  }

  wrote(
    id: string,
    author: Name,
    file: FileState | null,
    parent: CommentState | null,
    mentions: Name[],
  ): void {
    this.comments.push({ id, author, file, parent, deleted: false, mentioned: new Set(mentions) })
  }

  /** A further revision of a file takes its place in `files`; the comments stay on the old one. */
  async revise(who: Name, old: FileState): Promise<void> {
    const id = newPrefixedId('FX')
    const number = old.number + 1
    const { userId } = this.cast.get(who)!
    await sql`
      insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, author_id, stack_id,
        stack_number, allow_restricted)
      select ${id}, project_id, name, mode, mime_type, status, size, position, object_id, ${userId}, stack_id,
        ${number}, allow_restricted from files where id = ${old.id}`
    this.files[this.files.indexOf(old)] = { ...old, id, number, author: who }
    this.stacks.push({ ...old })
    const audience = old.restrictedSee ? 'ANYONE' : 'UNRESTRICTED'
    await emitEvent(sql, {
      workspaceId: world.workspaceId,
      projectId: this.projectId,
      actorId: userId,
      audience,
      fileId: id,
      type: 'file.uploaded',
      data: { file: { id } },
    })
  }
  /** Revisions that were replaced. */
  readonly stacks: FileState[] = []

  /** Reads the events of the last step. */
  async collect(): Promise<void> {
    await numberAll(sql)
    const rows = await sql<{
      id: string
      number: number
      type: string
      audience: string
      fileId: string
      actor: { id: string } | null
      // The fields of every type of event: the model reads those that it knows.
      // biome-ignore lint/suspicious/noExplicitAny: as above
      data: any
    }>`
      select id, number, type, audience, file_id as "fileId", actor, data from events
      where project_id = ${this.projectId} and number > ${this.lastNumber} order by number`
    for (const { id, number, type, audience, fileId, actor, data } of rows) {
      this.lastNumber = number
      const nameOf = (userId: string | undefined) =>
        people.find((one) => this.cast.get(one)!.userId === userId)
      this.pending.push({
        ...{ id, type, audience, actor: nameOf(actor?.id), user: nameOf(data.user?.id) },
        file: [...this.files, ...this.stacks].find((file) => file.id === fileId),
        comment: this.comments.find((comment) => comment.id === data.comment?.id),
        mentions: (data.mentions ?? []).map((mention: { id: string }) => nameOf(mention.id)!),
        everyone: data.mentionsEveryone === true,
      })
    }
  }

  /** Whether the person may see the event now. */
  sees(who: Name, { audience, file, comment }: HappenedEvent): boolean {
    const role = this.roleOf(who)
    if (role === undefined || comment?.deleted) return false
    if (role !== 'PROJECT_RESTRICTED_REVIEWER') return true
    const now = file && [...this.files, ...this.stacks].find(({ id }) => id === file.id)
    return audience === 'ANYONE' && (now === undefined || now.restrictedSee)
  }

  /** The reasons for which the event concerns a person, most important first. */
  kindFor(who: Name, event: HappenedEvent): string | undefined {
    const { type, comment, file } = event
    const everything = this.levels.get(who) === 'EVERYTHING'
    const written = type === 'comment.created'
    if (event.mentions.includes(who) || (event.everyone && this.memberships.has(who))) return 'MENTION'
    if (type === 'review_request.created' && event.user === who) return 'REVIEW_REQUESTED'
    if (written && comment?.parent && this.inThread(who, comment.parent)) return 'REPLY'
    if (type === 'verdict.given' && (who === 'member' || this.requested(who) || everything)) return 'VERDICT'
    if (written && (file?.author === who || (file && this.reviews(who, file.id)) || everything))
      return 'COMMENT'
    if (type === 'file.uploaded' && this.followsStack(who, file!)) return 'REVISION'
    if (type === 'member.added' && event.user === who) return 'INVITATION'
    if (type === 'member.removed' && event.user === who) return 'ACCESS_LOST'
    if (type === 'file.uploaded' && everything) return 'UPLOAD'
    if (type === 'version.created' && everything) return 'NEW_REVIEW'
    return undefined
  }

  /** The version was made by `member` and has one file. */
  reviews(who: Name, fileId: string): boolean {
    return fileId === this.reviewed && (who === 'member' || this.reviewers.has(who))
  }

  /** All reviewers were asked by the owner. */
  requested(who: Name): boolean {
    return who === 'owner' && this.reviewers.size > 0
  }

  inThread(who: Name, first: CommentState): boolean {
    return this.comments.some(
      (one) => (one === first || one.parent === first) && one.author === who && !this.gone(one),
    )
  }

  followsStack(who: Name, { stack }: FileState): boolean {
    const revisions = [...this.files, ...this.stacks].filter((one) => one.stack === stack)
    if (revisions.some(({ id, author }) => author === who || this.reviews(who, id))) return true
    return this.comments.some(
      (one) => one.author === who && !this.gone(one) && revisions.some(({ id }) => id === one.file?.id),
    )
  }

  /** A deleted comment without replies leaves no trace; one with replies keeps its place, without an author. */
  gone(comment: CommentState): boolean {
    return comment.deleted
  }

  async process(): Promise<void> {
    for (let full = true; full; ) full = (await notifyNext(database, world.workspaceId))!.full
    for (const event of this.pending)
      for (const who of people) {
        const kind = this.kindFor(who, event)
        if (kind === undefined || event.actor === who) continue
        const allowed = kind === 'ACCESS_LOST' ? this.roleOf(who) === undefined : this.sees(who, event)
        const level = this.levels.get(who) ?? 'CONCERNS_ME'
        if (!allowed || level === 'NOTHING' || (level === 'MENTIONS' && kind !== 'MENTION')) continue
        if (event.file && this.muted.has(`${who} ${event.file.stack}`)) continue
        this.expected.set(`${event.id} ${who}`, { event, who, kind })
      }
    this.pending = []
  }

  /** Comments that are deleted for good take their notifications with them. */
  async check(): Promise<void> {
    const rows = await sql<{ eventId: string; userId: string; kind: string }>`
      select e.event_id as "eventId", e.user_id as "userId", n.kind
      from notification_events e join notifications n on n.id = e.notification_id where n.project_id = ${this.projectId}`
    const nameOf = new Map([...this.cast].map(([one, { userId }]) => [userId, one]))
    const found = new Map(rows.map(({ eventId, userId, kind }) => [`${eventId} ${nameOf.get(userId)}`, kind]))
    const kept = [...this.expected].filter(([, { event }]) => !event.comment?.deleted)
    const alive = new Set(
      [...this.expected].filter(([, { event }]) => event.comment?.deleted).map(([key]) => key),
    )
    assert.deepEqual(
      [...found].filter(([key]) => !alive.has(key)).toSorted(),
      kept.map(([key, { kind }]) => [key, kind]).toSorted(),
    )
    const eventIds = rows.map(({ eventId }) => eventId)
    for (const who of people) {
      const visible = kept.filter(
        ([, entry]) => entry.who === who && (entry.kind === 'ACCESS_LOST' || this.sees(who, entry.event)),
      )
      const answer = await this.call(who, 'QUERY /api/notifications', {})
      const listed = answer.body.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
      assert.equal(listed, visible.length, `what ${who} may list`)
      const { unread } = (await this.call(who, 'GET /api/notifications/count')).body.data
      assert.equal(unread, answer.body.data.length)
      const items = await sql<{ id: string }>`
        select id from notifications
        where project_id = ${this.projectId} and user_id = ${this.cast.get(who)!.userId}`
      const ids = items.map(({ id }) => id)
      const pushed = [...(await readPushed(sql, ids)).values()].reduce((sum, { count }) => sum + count, 0)
      assert.equal(pushed, visible.length, `what push messages to ${who} may say`)
      const facts = await readFacts(sql, this.cast.get(who)!.userId, eventIds)
      assert.deepEqual(
        facts.map(({ eventId }) => `${eventId} ${who}`).toSorted(),
        visible.flatMap(([key, entry]) => (this.isMailed(who, entry) ? key : [])).toSorted(),
        `the mail of ${who}`,
      )
    }
  }

  /** Whether a visible event is in a mail that is written now: levels and mutes of this moment count. */
  isMailed(who: Name, { event, kind }: { event: HappenedEvent; kind: string }): boolean {
    const level = this.levels.get(who) ?? 'CONCERNS_ME'
    if (level === 'NOTHING' || (level === 'MENTIONS' && kind !== 'MENTION')) return false
    if (event.file && this.muted.has(`${who} ${event.file.stack}`)) return false
    return kind !== 'ACCESS_LOST' || this.roleOf(who) === undefined
  }
}

function nth<Item>(list: Item[], index: number): Item | undefined {
  return list[index % list.length]
}

test('random histories notify the people that a naive model notifies, and show only what they may see', async () => {
  const history = fc.tuple(
    fc.boolean(),
    fc.array(step, { minLength: 5, maxLength: 40 }),
    fc.array(fc.oneof(...withdrawals), { minLength: 5, maxLength: 10 }),
  )
  await fc.assert(
    fc.asyncProperty(history, async ([open, steps, late]) => {
      const one = new History(open)
      await one.start()
      await one.collect()
      await one.process()
      for (const next of steps) {
        if (next.do === 'process') await one.process()
        else await one.apply(next)
      }
      await one.process()
      await one.check()
      // Between the notification and its mail.
      for (const next of late) await one.apply(next)
      await one.check()
    }),
    { numRuns: 20 },
  )
})

test('batches of events follow each other', async () => {
  const one = new History(false)
  await one.start()
  for (let i = 0; i < batchSize + 5; i++) {
    await emitEvent(sql, {
      ...{ workspaceId: world.workspaceId, projectId: one.projectId, type: 'member.added' as const },
      data: {
        member: { id: one.memberships.get('member')!.id },
        user: { id: one.cast.get('member')!.userId },
        role: 'PROJECT_MEMBER' as const,
      },
    })
  }
  await numberAll(sql)
  const first = await notifyNext(database, world.workspaceId)
  assert.equal(first?.full, true)
  for (let full = true; full; ) full = (await notifyNext(database, world.workspaceId))!.full
  const answer = await one.call('member', 'QUERY /api/notifications', { kind: 'INVITATION' })
  assert.equal(answer.body.data.length, 1)
})
