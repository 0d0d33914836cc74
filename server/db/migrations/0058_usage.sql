-- How much a workspace, its projects and its people store, and what they generate (decision 99).

-- What an object counts as. A periodic job fills these in, for new objects and for those from before.
alter table objects
  add column project_id uuid,
  -- ORIGINAL, ATTACHMENT or DERIVATIVE; null while the object is not counted yet.
  add column kind text,
  -- Whether its file is in the trash.
  add column trashed boolean not null default false;

-- How much the workspace may store, in bytes: null for the quota of the installation, -1 for no quota.
alter table workspaces add column quota_bytes bigint;
-- safe: a row for each workspace
alter table workspaces add constraint workspaces_quota_check check (quota_bytes >= -1);

-- What changed since the totals were last brought up to date. Changes only add rows, so that they never wait for each other; a
-- periodic job adds the rows to the totals.
create table storage_changes (
  position bigint generated always as identity constraint storage_changes_pkey primary key,
  workspace_id uuid not null,
  project_id uuid,
  user_id uuid,
  kind text not null,
  trashed boolean not null,
  bytes bigint not null,
  objects bigint not null
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index storage_changes_workspace_idx on storage_changes (workspace_id);

create table storage_totals (
  workspace_id uuid not null,
  scope text not null constraint storage_totals_scope_check check (scope in ('WORKSPACE', 'PROJECT', 'PERSON')),
  -- The workspace, project or person; all zeros for objects without a project or without a person.
  scope_id uuid not null,
  kind text not null,
  trashed boolean not null,
  bytes bigint not null,
  objects bigint not null,
  constraint storage_totals_pkey primary key (workspace_id, scope, scope_id, kind, trashed)
);

create table generation_changes (
  position bigint generated always as identity constraint generation_changes_pkey primary key,
  workspace_id uuid not null,
  provider text not null,
  outcome text not null,
  month date not null
)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index generation_changes_workspace_idx on generation_changes (workspace_id, month);

-- Generations stay counted when their files are deleted: they are paid for.
create table generation_totals (
  workspace_id uuid not null,
  month date not null,
  provider text not null,
  outcome text not null constraint generation_totals_outcome_check
    check (outcome in ('DONE', 'FAILED', 'CANCELLED')),
  count bigint not null,
  constraint generation_totals_pkey primary key (workspace_id, month, provider, outcome)
);

-- Where files are, those in the trash included.
create view file_places as
select f.id as file_id, f.object_id, f.author_id, f.project_id, p.workspace_id, f.trash_id is not null as trashed
from all_files f join projects p on p.id = f.project_id;

-- What an object belongs to.
create view object_owners as
select f.object_id, 'ORIGINAL' as kind, f.project_id, f.workspace_id, f.author_id as user_id, f.trashed
from file_places f
union all
select a.object_id, 'ATTACHMENT', a.project_id, p.workspace_id, a.uploader_id, false
from comment_attachments a join projects p on p.id = a.project_id
union all
select a.object_id, 'ATTACHMENT', a.project_id, p.workspace_id, a.uploader_id, false
from generation_attachments a join projects p on p.id = a.project_id
union all
select d.object_id, 'DERIVATIVE', f.project_id, f.workspace_id, f.author_id, f.trashed
from media_derivatives d join file_places f on f.file_id = d.file_id
union all
select d.object_id, 'DERIVATIVE', f.project_id, f.workspace_id, f.author_id, f.trashed
from watermark_derivatives d join watermarks w on w.id = d.watermark_id join file_places f on f.file_id = w.file_id;

-- An object counts from the moment that the job says what it is until nothing refers to it any more.
create function count_storage() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into storage_changes (workspace_id, project_id, user_id, kind, trashed, bytes, objects)
    select o.workspace_id, o.project_id, o.uploader_id, o.kind, o.trashed, -sum(o.size), -count(*)
    from before o where o.workspace_id is not null and o.kind is not null and o.orphaned_at is null
    group by o.workspace_id, o.project_id, o.uploader_id, o.kind, o.trashed;
    return null;
  end if;
  insert into storage_changes (workspace_id, project_id, user_id, kind, trashed, bytes, objects)
  select o.workspace_id, o.project_id, o.uploader_id, o.kind, o.trashed, sum(o.bytes), sum(o.objects)
  from (
    select workspace_id, project_id, uploader_id, kind, trashed, -size as bytes, -1 as objects, orphaned_at from before
    union all
    select workspace_id, project_id, uploader_id, kind, trashed, size, 1, orphaned_at from after
  ) o
  where o.workspace_id is not null and o.kind is not null and o.orphaned_at is null
  group by o.workspace_id, o.project_id, o.uploader_id, o.kind, o.trashed
  having sum(o.bytes) <> 0 or sum(o.objects) <> 0;
  return null;
end $$;
create trigger objects_count_changed after update on objects
  referencing old table as before new table as after for each statement execute function count_storage();
create trigger objects_count_deleted after delete on objects
  referencing old table as before for each statement execute function count_storage();

-- A file that is moved to the trash, or out of it, takes its bytes along.
create function mark_trashed_objects() returns trigger language plpgsql as $$
begin
  update objects o set trashed = new.trash_id is not null
  where o.id = any (array(
      select new.object_id
      union all
      select d.object_id from media_derivatives d where d.file_id = new.id
      union all
      select d.object_id from watermarks w join watermark_derivatives d on d.watermark_id = w.id where w.file_id = new.id))
    and o.trashed <> (new.trash_id is not null);
  return null;
end $$;
create trigger all_files_mark_trashed after update of trash_id on all_files
  for each row when (old.trash_id is distinct from new.trash_id) execute function mark_trashed_objects();

create function count_generation() returns trigger language plpgsql as $$
begin
  insert into generation_changes (workspace_id, provider, outcome, month)
  select f.workspace_id, new.provider, new.state, date_trunc('month', now() at time zone 'UTC')
  from file_places f where f.file_id = new.file_id;
  return null;
end $$;
create trigger generations_count after update of state on generations
  for each row when (new.state in ('DONE', 'FAILED', 'CANCELLED') and old.state <> new.state)
  execute function count_generation();
