-- Archives: ZIP files that are written while they are downloaded. Their contents are fixed when they are created, so that a
-- download continues with the same bytes, on any node. Rows are deleted some time after they expire.
create table archives (
  id uuid constraint archives_pkey primary key,
  project_id uuid not null constraint archives_project_fkey references projects on delete cascade,
  -- The URL stops working when this person loses access to the project; null: a guest of a share created it.
  created_by uuid constraint archives_created_by_fkey references users on delete cascade,
  -- Whether it contains only what restricted reviewers see.
  restricted boolean not null,
  -- The URL stops working when the share ends for this guest, and when it changes: then its updated_at is another one.
  guest_id uuid constraint archives_guest_fkey references share_guests on delete cascade,
  share_updated_at timestamptz,
  name text not null,
  file_count integer not null,
  -- The number of rows that it takes: its entries, and the comments in its CSV.
  cost integer not null,
  byte_size bigint not null,
  -- Where the directory of the ZIP begins.
  directory_start bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint archives_creator_check check (num_nonnulls(created_by, guest_id) = 1),
  constraint archives_guest_check check ((guest_id is null) = (share_updated_at is null))
);
create index archives_project_idx on archives (project_id);
create index archives_created_by_idx on archives (created_by, created_at);
create index archives_guest_idx on archives (guest_id) where guest_id is not null;
create index archives_expires_idx on archives (expires_at);

create table archive_entries (
  archive_id uuid not null constraint archive_entries_archive_fkey references archives on delete cascade,
  -- From 0, in the order of the ZIP.
  number integer not null,
  -- The offset of the entry in the ZIP.
  start bigint not null,
  name text not null,
  -- Null: the entry is in archive_texts. No foreign key: it would lock 10,000 rows of objects for each archive, and workers
  -- of the previous release delete objects that they replace. The clean-up keeps objects that are listed here.
  object_id uuid,
  size bigint not null,
  -- Null: unknown when the archive was created, so it follows the bytes of the entry.
  crc bigint constraint archive_entries_crc_check check (crc between 0 and 4294967295),
  modified_at timestamptz not null,
  constraint archive_entries_pkey primary key (archive_id, number)
);
create index archive_entries_object_idx on archive_entries (object_id);

-- The text of an entry that is no object, in parts.
create table archive_texts (
  archive_id uuid not null constraint archive_texts_archive_fkey references archives on delete cascade,
  -- The offset of the part in the entry.
  start bigint not null,
  bytes bytea not null,
  constraint archive_texts_pkey primary key (archive_id, start)
);

-- The CRC-32 of the first `length` bytes of an object: of the whole object when `length` is its size. Archives need it, and
-- learn it while they are sent.
create table object_crcs (
  object_id uuid constraint object_crcs_pkey primary key
    constraint object_crcs_object_fkey references objects on delete cascade,
  length bigint not null,
  crc bigint not null constraint object_crcs_crc_check check (crc between 0 and 4294967295)
);
