import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstChecked, migrationProblems } from '../../../../scripts/lib/migration-lint.ts'
import { listMigrations } from '../../../src/database/migrate.ts'

test('every migration is safe beside the previous release and on large tables', () => {
  assert.deepEqual(
    listMigrations().flatMap(({ name, text }) => migrationProblems(name, text)),
    [],
  )
})

const unsafe: [sql: string, problem: RegExp][] = [
  ['create index comments_a on comments (a);', /blocks writes/],
  ['create unique index comments_a on comments (a);', /blocks writes/],
  ['drop index comments_a;', /waits for all readers/],
  ['alter table comments add column a text not null;', /needs a default/],
  ['alter table comments add a text, add column b integer not null;', /needs a default/],
  ['alter table comments add column a uuid default gen_random_uuid();', /rewrites the table/],
  ['alter table comments add column a text check (a <> $$b$$);', /add the column alone/],
  ['alter table comments add column a bigserial;', /add the column alone/],
  ['alter table comments add column a uuid references files (id);', /add the column alone/],
  ['alter table comments alter column a type bigint;', /change of type/],
  ['alter table comments alter column a set not null;', /reads the whole table/],
  ["alter table comments add constraint c check (a <> '');", /not valid/],
  ['alter table comments drop column a;', /one release later/],
  ['alter table comments rename column a to b;', /old name/],
  ['drop table comments;', /one release later/],
  ['update comments set a = 1;', /in batches/],
  ['create index concurrently if not exists comments_a on comments (a);', /needs a file that begins with/],
  ['-- no transaction\ncreate index concurrently comments_a on comments (a);', /if not exists/],
  ['alter table comments validate constraint c;', /needs a file that begins with/],
  [
    '-- no transaction\n-- safe: small\nalter table comments add column a text;',
    /may only build, drop and validate/,
  ],
  ['-- no transaction\nalter table comments add column a text;', /may only build, drop and validate/],
]
for (const [sql, problem] of unsafe)
  test(`a migration is refused: ${sql.replaceAll('\n', ' ')}`, () => {
    const problems = migrationProblems('0030_test.sql', sql)
    assert.ok(
      problems.some((text) => problem.test(text)),
      problems.join('\n') || 'accepted',
    )
  })

test('statements that are quick on a table of any size are accepted', () => {
  const safe = [
    'alter table comments add column a text;',
    'alter table comments add column a integer not null default 0, add column b timestamptz default now();',
    "alter table comments add constraint c check (a <> '') not valid;",
    'alter table comments alter column a set default 1, drop constraint d;',
    'create table labels (id uuid not null primary key, a text check (a <> $$b$$));\ncreate index labels_a on labels (a);',
    '-- A list; of labels.\ncreate table labels (a text);\ncreate index labels_a on labels (a);',
    'create or replace function f() returns void language sql as $$ update comments set a = 1; $$;',
    '-- no transaction\n-- A comment; with a semicolon is cut.\ncreate index concurrently if not exists comments_a on comments (a);',
    '-- no transaction\nalter table comments validate constraint c;',
    '-- safe: the next file needs it, and nobody waits for it\nalter table comments validate constraint c;',
    '-- safe: holds a row for each workspace\nupdate workspaces set a = 1;',
  ]
  for (const sql of safe) assert.deepEqual(migrationProblems('0030_test.sql', sql), [], sql)
})

test('migrations that had landed before the rules are not checked', () => {
  assert.deepEqual(migrationProblems('0029_test.sql', 'drop table comments;'), [])
  assert.equal(firstChecked, '0030')
})
