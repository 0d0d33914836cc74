-- The trash: what people delete stays restorable for some days. This file adds its table and marks; the views follow.

-- One row for each deletion. The records that belong to it have its id as their `trash_id`.
create table trash (
  id uuid constraint trash_pkey primary key,
  workspace_id uuid not null constraint trash_workspace_fkey references workspaces on delete cascade,
  -- Null for a skill.
  project_id uuid constraint trash_project_fkey references projects on delete cascade,
  kind text not null
    constraint trash_kind_check check (kind in ('FILE', 'FOLDER', 'COMMENT', 'VERSION', 'SKILL')),
  -- The id of the deleted file, folder, comment, version or skill.
  record_id text not null constraint trash_record_key unique,
  -- The name at that time, or the beginning of the comment.
  name text not null,
  -- The folder that contained it, and the names of the folders above; null for the root. The folder may be gone by now, so it has
  -- no foreign key.
  folder_id text,
  path text,
  -- Of a comment: its file, and the thread that a reply belongs to. With them, the entry ends.
  file_id text constraint trash_file_fkey references files on delete cascade,
  thread_id uuid constraint trash_thread_fkey references comments on delete cascade,
  -- Everything that was deleted with it.
  files integer not null default 0,
  comments integer not null default 0,
  size bigint not null default 0,
  deleted_by uuid constraint trash_deleted_by_fkey references users on delete set null,
  agent boolean not null default false,
  -- The API key or the connected app; null for a session. It has no foreign key: the entry may outlive the connection.
  connection_id uuid,
  deleted_at timestamptz not null default now(),
  purge_at timestamptz not null,
  -- Since when it cannot be restored: a periodic job deletes its records.
  purged_at timestamptz,
  constraint trash_project_check check ((project_id is null) = (kind = 'SKILL'))
);
create index trash_project_idx on trash (project_id, deleted_at, id);
create index trash_skills_idx on trash (workspace_id, deleted_at, id) where project_id is null;
create index trash_due_idx on trash (purge_at, id) where purged_at is null;
create index trash_purged_idx on trash (purged_at, id) where purged_at is not null;
create index trash_file_idx on trash (file_id) where file_id is not null;
create index trash_thread_idx on trash (thread_id) where thread_id is not null;

-- Null: not in the trash.
alter table files add column trash_id uuid;
alter table files add constraint files_trash_fkey foreign key (trash_id) references trash not valid;
alter table folders add column trash_id uuid;
alter table folders add constraint folders_trash_fkey foreign key (trash_id) references trash not valid;
alter table comments add column trash_id uuid;
alter table comments add constraint comments_trash_fkey foreign key (trash_id) references trash not valid;
alter table versions add column trash_id uuid;
alter table versions add constraint versions_trash_fkey foreign key (trash_id) references trash not valid;
alter table skills add column trash_id uuid;
alter table skills add constraint skills_trash_fkey foreign key (trash_id) references trash not valid;
