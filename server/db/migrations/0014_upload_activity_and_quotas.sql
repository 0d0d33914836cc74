-- When an upload was last worked on, who it counts for, and when the last thing that referred to an object was deleted.

alter table objects
  -- The last time that a part was seen to have arrived, or that the upload was resumed; null: not since `created_at`.
  add column active_at timestamptz,
  -- Whose quotas it counts for; null for previews, which count for nobody. Plain values for counting, no references.
  add column workspace_id uuid,
  add column uploader_id uuid,
  -- Since when nothing refers to it any more. Null before the first reference, too.
  add column orphaned_at timestamptz;

update objects o set workspace_id = p.workspace_id, uploader_id = f.author_id
from files f join projects p on p.id = f.project_id where f.object_id = o.id;
update objects o set workspace_id = p.workspace_id, uploader_id = a.uploader_id
from comment_attachments a join projects p on p.id = a.project_id where a.object_id = o.id;
update objects o set workspace_id = p.workspace_id, uploader_id = a.uploader_id
from generation_attachments a join projects p on p.id = a.project_id where a.object_id = o.id;

-- What a quota sums up, without a look at the rows.
create index objects_quota_idx on objects (workspace_id, uploader_id) include (size)
  where workspace_id is not null and orphaned_at is null;
create index objects_orphaned_idx on objects (id) where orphaned_at is not null;

-- True when so many more bytes fit, else an error of class DQ whose detail has the numbers. A null quota is none. The
-- lock lasts until the transaction that adds the bytes has ended, and the sum is a statement of its own: it sees what
-- whoever had the lock before has added.
create function require_quota(workspace uuid, uploader uuid, bytes bigint, workspace_quota bigint, uploader_quota bigint)
returns boolean language plpgsql volatile as $$
declare
  used bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('dailies quota ' || workspace, 0));
  if workspace_quota is not null then
    select coalesce(sum(size), 0) into used from objects where workspace_id = workspace and orphaned_at is null;
    if used + bytes > workspace_quota then
      raise exception 'workspace quota exceeded' using errcode = 'DQ001', detail = used;
    end if;
  end if;
  if uploader_quota is not null then
    select coalesce(sum(size), 0) into used from objects
    where workspace_id = workspace and uploader_id = uploader and orphaned_at is null;
    if used + bytes > uploader_quota then
      raise exception 'uploader quota exceeded' using errcode = 'DQ002', detail = used;
    end if;
  end if;
  return true;
end $$;

-- The bytes of what was deleted go with the daily clean-up, or at once when the disk is short of space.
create function mark_orphaned_objects() returns trigger language plpgsql as $$
begin
  update objects o set orphaned_at = now() from gone
  where o.id = gone.object_id
    and not exists (select from files f where f.object_id = o.id)
    and not exists (select from comment_attachments a where a.object_id = o.id)
    and not exists (select from generation_attachments a where a.object_id = o.id);
  return null;
end $$;
create trigger files_orphan_objects after delete on files
  referencing old table as gone for each statement execute function mark_orphaned_objects();
create trigger comment_attachments_orphan_objects after delete on comment_attachments
  referencing old table as gone for each statement execute function mark_orphaned_objects();
create trigger generation_attachments_orphan_objects after delete on generation_attachments
  referencing old table as gone for each statement execute function mark_orphaned_objects();

-- Only with the file. What is made anew takes the name of what it replaces, and a worker may be about to write there.
create function mark_orphaned_derivatives() returns trigger language plpgsql as $$
begin
  update objects o set orphaned_at = now() from gone
  where o.id = gone.object_id and not exists (select from media m where m.file_id = gone.file_id);
  return null;
end $$;
create trigger media_derivatives_orphan_objects after delete on media_derivatives
  referencing old table as gone for each statement execute function mark_orphaned_derivatives();
