import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeTexts } from '../../../test/helpers/store-texts.ts'
import { newVideo } from '../../../test/worlds/samples/captions.ts'
import { newFile, newSkill } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import type { Scope } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { sql } = world.database

type Found = Record<'projects' | 'files' | 'comments' | 'skills', { id: string }[] | null>

/** Searches when the comments so far can be found. */
async function find(person: Pick<Person, 'key'>, keyword: string, fields: object = {}) {
  await storeTexts(world.database)
  const { status, body } = await world.call('QUERY /api/search', {
    key: person.key,
    body: { keyword, ...fields },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

/** The ids of what is found, by kind. */
function ids({ projects, files, comments, skills }: Found) {
  const of = (list: { id: string }[] | null) => list?.map(({ id }) => id) ?? null
  return { projects: of(projects), files: of(files), comments: of(comments), skills: of(skills) }
}

const none = { projects: [], files: [], comments: [], skills: [] }

/** A project, a file and comments in it, and a skill, all with this word in their texts. */
async function placed(word: string, fields: { allowRestricted?: boolean; owner?: Person } = {}) {
  const { allowRestricted = true } = fields
  const { id: projectId, owner } = await world.project(fields.owner ? { owner: fields.owner } : {})
  await sql`update projects set name = ${`Film ${word}`}, description = 'About light' where id = ${projectId}`
  const fileId = await newFile(world, projectId, owner, allowRestricted)
  await sql`update files set name = ${`${word}_010.mov`} where id = ${fileId}`
  const note = async (route: string, body: object): Promise<string> => {
    const answer = await world.call(`POST /api/${route}/comments`, { key: owner.key, body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.id
  }
  const onFile = await note(`files/${fileId}`, {
    content: `Too dark near the ${word}.`,
    anchor: null,
    frame: null,
  })
  const reply = await note(`files/${fileId}`, { content: `The ${word}? Fixed.`, parent: { id: onFile } })
  const onProject = await note(`projects/${projectId}`, { content: `Kick-off of ${word}` })
  const skillId = await newSkill(world, projectId, owner)
  await sql`update skills set name = ${`Grading ${word}`} where id = ${skillId}`
  return { projectId, owner, fileId, onFile, reply, onProject, skillId }
}

test('200: projects, files, comments and skills, with names beside ids', async () => {
  const { projectId, owner, fileId, onFile, reply, onProject, skillId } = await placed('lighthouse')
  const { comments, files, captions, ...rest } = await find(owner, 'LIGHTHÓUSE')
  assert.deepEqual(captions, [])
  const project = { id: projectId, name: 'Film lighthouse' }
  assert.deepEqual(rest, {
    projects: [{ ...project, description: 'About light', archived: false }],
    skills: [{ id: skillId, name: 'Grading lighthouse', ...rest.skills[0] }],
    more: [],
    leftOut: [],
  })
  const [{ updatedAt, ...file }] = files
  assert.ok(updatedAt)
  assert.deepEqual(file, {
    id: fileId,
    name: 'lighthouse_010.mov',
    revision: 1,
    kind: file.kind,
    status: 'UPLOADED',
    tag: 'NEED_REVIEW',
    project,
  })
  assert.deepEqual(
    comments.map(({ id }: { id: string }) => id),
    [onProject, reply, onFile],
  )
  const { createdAt, ...first } = comments[2]
  assert.deepEqual(first, {
    id: onFile,
    excerpt: 'Too dark near the lighthouse.',
    author: { id: owner.userId, name: 'Someone' },
    agent: false,
    parentId: null,
    resolved: false,
    anchor: null,
    frame: null,
    file: { id: fileId, name: 'lighthouse_010.mov', revision: 1 },
    project,
  })
  assert.deepEqual([comments[1].parentId, comments[0].file, Boolean(createdAt)], [onFile, null, true])
})

test('200: each role finds what it sees: a restricted reviewer, a guest, another workspace', async () => {
  const shown = await placed('harbour')
  const hidden = await placed('harbour', { owner: shown.owner, allowRestricted: false })
  const restricted = await world.member(shown.projectId, 'PROJECT_RESTRICTED_REVIEWER')
  await sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    select ${newUuid()}, id, workspace_id, ${restricted.userId}, 'PROJECT_RESTRICTED_REVIEWER' from projects
    where id = ${hidden.projectId}`
  const found = ids(await find(restricted, 'harbour'))
  assert.deepEqual(found.projects, [hidden.projectId, shown.projectId])
  assert.deepEqual(found.files, [shown.fileId])
  assert.deepEqual(found.comments, [hidden.onProject, shown.onProject, shown.reply, shown.onFile])
  const reviewer = await world.member(hidden.projectId, 'PROJECT_REVIEWER')
  assert.deepEqual(ids(await find(reviewer, 'harbour')).files, [hidden.fileId])
  const nobody = await world.person()
  assert.deepEqual({ ...ids(await find(nobody, 'harbour')), skills: [] }, none)
  const elsewhere = await world.person({ workspaceId: await world.workspace() })
  assert.deepEqual(ids(await find(elsewhere, 'harbour')), none)
})

test('200: deleted, archived and expired projects and deleted comments are not found', async () => {
  const { projectId, owner, fileId, onFile, reply, onProject } = await placed('meadow')
  const remove = (id: string) => world.call(`DELETE /api/comments/${id}`, { key: owner.key })
  await remove(onFile)
  await remove(onProject)
  assert.deepEqual(ids(await find(owner, 'meadow')).comments, [reply])
  await world.call(`PATCH /api/comments/${reply}`, { key: owner.key, body: { content: 'A pasture' } })
  assert.deepEqual(ids(await find(owner, 'meadow')).comments, [])
  assert.deepEqual(ids(await find(owner, 'pasture')).comments, [reply])
  await sql`update projects set archived_at = now() where id = ${projectId}`
  assert.deepEqual(ids(await find(owner, 'meadow', { kinds: ['PROJECT', 'FILE'] })), {
    ...none,
    comments: null,
    skills: null,
  })
  const archived = await find(owner, 'meadow', { archived: true, kinds: ['PROJECT', 'FILE'] })
  assert.deepEqual([archived.projects[0].archived, archived.files[0].id], [true, fileId])
  await sql`update projects set archived_at = null, destroyed_at = now() where id = ${projectId}`
  assert.deepEqual(ids(await find(owner, 'meadow', { kinds: ['PROJECT', 'FILE', 'COMMENT'] })), {
    ...none,
    skills: null,
  })
  await sql`update projects set destroyed_at = null where id = ${projectId}`
  await world.call(`DELETE /api/files/${fileId}`, { key: owner.key })
  assert.deepEqual(ids(await find(owner, 'pasture')).comments, [])
})

test('200: a kind without its scope is left out and named', async () => {
  const { owner } = await placed('orchard')
  const scopes: Scope[] = ['projects:read', 'files:read']
  const found = await find(await world.key(owner.userId, scopes), 'orchard')
  assert.deepEqual([found.files.length, found.comments, found.skills], [1, null, null])
  assert.deepEqual(found.leftOut, [
    { kind: 'COMMENT', reason: 'MISSING_SCOPE', scope: 'comments:read' },
    { kind: 'SKILL', reason: 'MISSING_SCOPE', scope: 'skills:read' },
  ])
})

test('200: short keywords search projects and skills only; one ideograph is enough', async () => {
  const { owner, fileId } = await placed('電影')
  const short = await find(owner, 'ab')
  assert.deepEqual(short.leftOut, [
    { kind: 'FILE', reason: 'KEYWORD_TOO_SHORT', scope: null },
    { kind: 'COMMENT', reason: 'KEYWORD_TOO_SHORT', scope: null },
    { kind: 'CAPTION', reason: 'KEYWORD_TOO_SHORT', scope: null },
  ])
  const { files, comments } = await find(owner, '影')
  assert.deepEqual([files.map(({ id }: { id: string }) => id), comments.length], [[fileId], 3])
  for (const keyword of ['100%', '__a', '\\\\\\']) assert.deepEqual((await find(owner, keyword)).projects, [])
})

test('200: one typo in a name is found when nothing else is', async () => {
  const { owner, projectId, fileId } = await placed('waterfall')
  const { projects, files } = ids(await find(owner, 'watrefall'))
  assert.deepEqual([projects, files], [[projectId], [fileId]])
})

test('200: only the latest revision of a file that the caller sees', async () => {
  const { owner, projectId, fileId } = await placed('glacier')
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const newer = await newFile(world, projectId, owner, false)
  await sql`
    update files set name = 'glacier_010.mov', stack_number = 2,
      stack_id = (select stack_id from files where id = ${fileId}) where id = ${newer}`
  assert.deepEqual(ids(await find(owner, 'glacier')).files, [newer])
  assert.deepEqual(ids(await find(restricted, 'glacier')).files, [fileId])
})

test('200: a project narrows the search; limit says how many, and `more` which kinds have others', async () => {
  const one = await placed('canyon')
  const other = await placed('canyon', { owner: one.owner })
  const narrowed = await find(one.owner, 'canyon', { project: { id: one.projectId } })
  assert.deepEqual(ids(narrowed), {
    projects: null,
    files: [one.fileId],
    comments: [one.onProject, one.reply, one.onFile],
    skills: null,
  })
  const limited = await find(one.owner, 'canyon', { limit: 2 })
  assert.deepEqual(ids(limited).comments, [other.onProject, other.reply])
  assert.deepEqual([limited.files.length, limited.more], [2, ['COMMENT']])
})

test('200: a long comment is cut around the match, and mentions read as names', async () => {
  const { projectId, owner } = await placed('x')
  const mention = `@[Someone](user:${owner.userId})`
  const content = `${mention} ${'left '.repeat(100)}needle ${'right '.repeat(100)}`
  const answer = await world.call(`POST /api/projects/${projectId}/comments`, {
    key: owner.key,
    body: { content },
  })
  assert.equal(answer.status, 201)
  const [{ excerpt }] = (await find(owner, 'needle')).comments
  assert.match(excerpt, /^.{80}needle/)
  assert.equal(excerpt.length, 240)
  assert.match((await find(owner, 'someone')).comments[0].excerpt, /^@Someone left/)
})

test('400: no keyword, an unknown kind, a limit of more than 50, or a project that the caller does not see', async () => {
  const { owner } = await world.project()
  const { id: foreign } = await world.project()
  for (const [body, path] of [
    [{}, '/keyword'],
    [{ keyword: '' }, '/keyword'],
    [{ keyword: 'abc', kinds: ['FOLDER'] }, '/kinds/0'],
    [{ keyword: 'abc', kinds: [] }, '/kinds'],
    [{ keyword: 'abc', limit: 51 }, '/limit'],
    [{ keyword: 'abc', project: { id: foreign } }, '/project/id'],
    [{ keyword: 'abc', project: { id: newUuid() } }, '/project/id'],
  ] as const) {
    const answer = await world.call('QUERY /api/search', { key: owner.key, body })
    assert.deepEqual([answer.status, answer.body.errors?.[0].path], [400, path], JSON.stringify(body))
  }
})

test('200: words in captions, in the order of the file; only of files that the caller sees', async () => {
  const { id: projectId, owner } = await world.project()
  const fileId = await newVideo(world, projectId, owner)
  await sql`update files set allow_restricted = false where id = ${fileId}`
  const text =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nA bright lanternfish\n\n00:03.000 --> 00:04.000\nLanternfish!\n'
  const added = await world.call(`POST /api/files/${fileId}/captions`, {
    key: owner.key,
    body: { text, language: 'en' },
  })
  const { captions } = await find(owner, 'lanternFISH')
  const shared = {
    captionId: added.body.data.id,
    language: 'en',
    file: captions[0].file,
    project: captions[0].project,
  }
  assert.deepEqual(captions, [
    { ...shared, startMs: 1000, endMs: 2000, text: 'A bright lanternfish' },
    { ...shared, startMs: 3000, endMs: 4000, text: 'Lanternfish!' },
  ])
  assert.equal(shared.file.id, fileId)
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.deepEqual((await find(restricted, 'lanternfish')).captions, [])
  const arabic = 'WEBVTT\n\n00:01.000 --> 00:02.000\nمرحبا بالعالم\n'
  await world.call(`POST /api/files/${fileId}/captions`, {
    key: owner.key,
    body: { text: arabic, language: 'ar' },
  })
  assert.equal((await find(owner, 'بالعالم', { project: { id: projectId } })).captions.length, 1)
})
