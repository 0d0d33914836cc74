-- Files and the bytes stored of them, the revisions of a file, and the files of a version.

alter table folders add constraint folders_project_key unique (id, project_id);
alter table versions add constraint versions_project_key unique (id, project_id);

-- Bytes in storage, under their id as key. A row is made before the first byte is stored, and is removed, with the
-- bytes, by the daily clean-up when nothing refers to it any more.
create table objects (
  id uuid constraint objects_pkey primary key,
  -- The storage's own name for the upload.
  upload_id text not null,
  size bigint not null constraint objects_size_check check (size between 1 and 5497558138880),
  part_size bigint not null,
  mime_type text,
  -- Null while it is being uploaded.
  stored_at timestamptz,
  created_at timestamptz not null default now()
);
create index objects_created_idx on objects (created_at);

create table files (
  id text constraint files_pkey primary key,
  project_id uuid not null
    constraint files_project_fkey references projects on delete cascade,
  folder_id text,
  name text not null,
  description text,
  mode text not null constraint files_mode_check check (mode in ('LOCAL', 'YOUTUBE', 'GENERATED')),
  mime_type text,
  status text not null
    constraint files_status_check check (status in ('UPLOADING', 'GENERATING', 'UPLOADED', 'FAILED')),
  tag text not null default 'NEED_REVIEW'
    constraint files_tag_check check (tag in
      ('IN_PROGRESS', 'NEED_REVIEW', 'NEED_EDIT', 'ON_HOLD', 'APPROVED', 'REJECTED', 'CLOSED')),
  size bigint,
  allow_restricted boolean not null default false,
  position double precision not null,
  object_id uuid constraint files_object_fkey references objects,
  youtube_id text,
  author_id uuid constraint files_author_fkey references users on delete set null,
  -- The revisions of one file share a stack: the id of the first of them.
  stack_id text not null,
  stack_number integer not null,
  failure_code text,
  failure_message text,
  failure_retryable boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint files_project_key unique (id, project_id),
  constraint files_stack_key unique (stack_id, stack_number),
  constraint files_folder_fkey foreign key (folder_id, project_id) references folders (id, project_id),
  constraint files_object_check check ((mode = 'YOUTUBE') = (youtube_id is not null))
);
create index files_list_idx on files (project_id, created_at, id);
create index files_position_idx on files (project_id, position);
create index files_folder_idx on files (folder_id);
create index files_object_idx on files (object_id);
create index files_restricted_idx on files (project_id, created_at, id) where allow_restricted;

-- The number of the last revision, once a stack has had more than one. It is counted up and used in one statement, so
-- that two revisions at once never get the same; and the number of one that is gone is never given again.
create table file_stacks (
  id text constraint file_stacks_pkey primary key,
  project_id uuid not null
    constraint file_stacks_project_fkey references projects on delete cascade,
  last_number integer not null
);
create index file_stacks_project_idx on file_stacks (project_id);

create table version_files (
  version_id uuid not null,
  file_id text not null,
  project_id uuid not null,
  position integer not null,
  constraint version_files_pkey primary key (version_id, file_id),
  constraint version_files_version_fkey foreign key (version_id, project_id)
    references versions (id, project_id) on delete cascade,
  constraint version_files_file_fkey foreign key (file_id, project_id)
    references files (id, project_id) on delete cascade
);
create index version_files_file_idx on version_files (file_id);
