-- The names files, folders, comments, versions and skills now mean what is not in the trash: simple views, through which rows are
-- inserted, changed, locked and deleted as before. So no statement can forget the trash, not even one of the previous release.
-- The tables are all_files, all_folders, all_comments, all_versions and all_skills: foreign keys refer to these, and a migration
-- that adds a column replaces the view as well.

-- safe: the view below has the old name
alter table files rename to all_files;
create view files as
  select id, project_id, folder_id, name, description, mode, mime_type, status, tag, size, allow_restricted, position, object_id,
    youtube_id, author_id, stack_id, stack_number, failure_code, failure_message, failure_retryable, created_at, updated_at,
    name_folded, name_key, has_thumbnail, probed_kind, name_sort, size_sort, tag_sort, kind
  from all_files where trash_id is null;

-- safe: the view below has the old name
alter table comments rename to all_comments;
create view comments as
  select id, project_id, file_id, parent_id, is_reply, parent_is_reply, author_id, agent, content, anchor, duration, frame, annotation,
    resolved_at, resolved_by, deleted_at, created_at, updated_at, has_mentions, mentions_everyone
  from all_comments where trash_id is null;

-- safe: the view below has the old name
alter table folders rename to all_folders;
create view folders as
  select id, project_id, parent_id, parent_depth, name, created_by, created_at, updated_at, depth
  from all_folders where trash_id is null;
-- safe: the transaction has the table to itself, and the other index holds the rule
drop index folders_name_key;
alter index folders_live_name_key rename to folders_name_key;

-- safe: the view below has the old name
alter table versions rename to all_versions;
create view versions as
  select id, project_id, name, description, status, allow_restricted, created_by, revision, created_at, updated_at, status_changed_at,
    status_changed_by, review_rule, review_rule_user_id, reviews_started, statuses_ruled
  from all_versions where trash_id is null;

-- safe: the view below has the old name
alter table skills rename to all_skills;
create view skills as
  select id, workspace_id, source, name, description, metadata, allowed_tools, license, default_version_id, last_version, created_by,
    revision, created_at, updated_at, draft, proposal, default_draft
  from all_skills where trash_id is null;

-- A file in the trash keeps its bytes, and its previews are made.
create or replace function mark_orphaned_objects() returns trigger language plpgsql as $$
begin
  update objects o set orphaned_at = now() from gone
  where o.id = gone.object_id
    and not exists (select from all_files f where f.object_id = o.id)
    and not exists (select from comment_attachments a where a.object_id = o.id)
    and not exists (select from generation_attachments a where a.object_id = o.id);
  return null;
end $$;
create or replace function set_has_thumbnail() returns trigger language plpgsql as $$
begin
  update all_files f set has_thumbnail = tg_op = 'INSERT'
  where f.id = coalesce(new.file_id, old.file_id) and f.has_thumbnail <> (tg_op = 'INSERT');
  return null;
end $$;
create or replace function set_probed_kind() returns trigger language plpgsql as $$
begin
  update all_files f set probed_kind = new.kind where f.id = new.file_id and f.kind <> new.kind;
  return null;
end $$;

-- To a foreign key, a record in the trash exists. These triggers refuse a reference from a record that is not in the trash, as the
-- foreign key refuses one to a deleted record, and with its name. They fire after it: it waits for a caller who is moving the
-- record to the trash, and who has locked it `for update`.

create function require_live_folder() returns trigger language plpgsql as $$
begin
  perform from all_folders f where f.id = new.folder_id and f.trash_id is null for key share;
  if not found then
    raise exception 'the folder is in the trash' using errcode = '23503', constraint = 'files_folder_fkey';
  end if;
  return null;
end $$;
-- safe: the table is locked for a moment only, and nothing is read; so for all triggers below
create trigger files_new_folder after insert on all_files
  for each row when (new.folder_id is not null and new.trash_id is null) execute function require_live_folder();
create trigger files_changed_folder after update of folder_id, trash_id on all_files
  for each row when (new.folder_id is not null and new.trash_id is null
    and (new.folder_id is distinct from old.folder_id or old.trash_id is not null))
  execute function require_live_folder();

create function require_live_parent() returns trigger language plpgsql as $$
begin
  perform from all_folders f where f.id = new.parent_id and f.trash_id is null for key share;
  if not found then
    raise exception 'the parent folder is in the trash' using errcode = '23503', constraint = 'folders_parent_fkey';
  end if;
  return null;
end $$;
create trigger folders_new_parent after insert on all_folders
  for each row when (new.parent_id is not null and new.trash_id is null) execute function require_live_parent();
create trigger folders_changed_parent after update of parent_id, trash_id on all_folders
  for each row when (new.parent_id is not null and new.trash_id is null
    and (new.parent_id is distinct from old.parent_id or old.trash_id is not null))
  execute function require_live_parent();

-- A file or folder may have been added after the contents of the folder were read.
create function require_empty_folder() returns trigger language plpgsql as $$
begin
  if exists (select from all_files f where f.folder_id = new.id and f.trash_id is null) then
    raise exception 'the folder contains a file' using errcode = '23503', constraint = 'files_folder_fkey';
  end if;
  if exists (select from all_folders f where f.parent_id = new.id and f.trash_id is null) then
    raise exception 'the folder contains a folder' using errcode = '23503', constraint = 'folders_parent_fkey';
  end if;
  return null;
end $$;
create trigger folders_moved_to_trash after update of trash_id on all_folders
  for each row when (old.trash_id is null and new.trash_id is not null) execute function require_empty_folder();

create function require_live_subject() returns trigger language plpgsql as $$
begin
  if new.file_id is not null then
    perform from all_files f where f.id = new.file_id and f.trash_id is null for key share;
    if not found then
      raise exception 'the file is in the trash' using errcode = '23503', constraint = 'comments_file_fkey';
    end if;
  end if;
  if new.parent_id is not null then
    perform from all_comments c where c.id = new.parent_id and c.trash_id is null for key share;
    if not found then
      raise exception 'the thread is in the trash' using errcode = '23503', constraint = 'comments_parent_fkey';
    end if;
  end if;
  return null;
end $$;
create trigger comments_new_subject after insert on all_comments
  for each row when ((new.file_id is not null or new.parent_id is not null) and new.trash_id is null)
  execute function require_live_subject();
create trigger comments_restored_subject after update of trash_id on all_comments
  for each row when ((new.file_id is not null or new.parent_id is not null) and new.trash_id is null and old.trash_id is not null)
  execute function require_live_subject();

create function require_live_cover() returns trigger language plpgsql as $$
begin
  perform from all_files f where f.id = new.file_id and f.trash_id is null for key share;
  if not found then
    raise exception 'the file is in the trash' using errcode = '23503', constraint = 'project_covers_file_fkey';
  end if;
  return null;
end $$;
create trigger project_covers_file after insert or update of file_id on project_covers
  for each row execute function require_live_cover();

-- The watermarked copies of a file end when it goes to the trash. They are made again when a guest opens the restored file.
create function end_watermarks_of_file() returns trigger language plpgsql as $$
begin
  delete from watermarks w where w.file_id = new.id;
  return null;
end $$;
-- safe: see above
create trigger files_end_watermarks after update of trash_id on all_files
  for each row when (old.trash_id is null and new.trash_id is not null) execute function end_watermarks_of_file();
