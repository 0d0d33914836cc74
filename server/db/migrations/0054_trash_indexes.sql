-- no transaction
-- The records of an entry.
create index concurrently if not exists files_trash_idx on files (trash_id) where trash_id is not null;
create index concurrently if not exists folders_trash_idx on folders (trash_id) where trash_id is not null;
create index concurrently if not exists comments_trash_idx on comments (trash_id) where trash_id is not null;
create index concurrently if not exists versions_trash_idx on versions (trash_id) where trash_id is not null;
create index concurrently if not exists skills_trash_idx on skills (trash_id) where trash_id is not null;
alter table files validate constraint files_trash_fkey;
alter table folders validate constraint folders_trash_fkey;
alter table comments validate constraint comments_trash_fkey;
alter table versions validate constraint versions_trash_fkey;
alter table skills validate constraint skills_trash_fkey;

-- The lists of files and the counts of files and comments read as much with a full trash as with an empty one. These replace the
-- indexes of migrations 2, 3, 12 and 24, which also hold what is in the trash, or need the rows to leave it out.
create index concurrently if not exists live_files_list_idx on files (project_id, created_at, id) where trash_id is null;
create index concurrently if not exists live_files_restricted_idx on files (project_id, created_at, id)
  where allow_restricted and trash_id is null;
create index concurrently if not exists live_files_pictured_idx on files (project_id, created_at, id)
  where has_thumbnail and trash_id is null;
create index concurrently if not exists live_files_pictured_restricted_idx on files (project_id, created_at, id)
  where has_thumbnail and allow_restricted and trash_id is null;
create index concurrently if not exists live_files_updated_idx on files (project_id, updated_at, id)
  include (stack_id, allow_restricted) where trash_id is null;
create index concurrently if not exists live_files_name_idx on files (project_id, name_sort, id) where trash_id is null;
create index concurrently if not exists live_files_size_idx on files (project_id, size_sort, id) where trash_id is null;
create index concurrently if not exists live_files_tag_idx on files (project_id, tag_sort, name_sort, id) where trash_id is null;
create index concurrently if not exists live_files_kind_idx on files (project_id, kind, name_sort, id) where trash_id is null;
create index concurrently if not exists live_comments_counted_idx on comments (file_id) include (resolved_at)
  where parent_id is null and deleted_at is null and trash_id is null;
create index concurrently if not exists live_comments_open_idx on comments (project_id) include (file_id)
  where parent_id is null and deleted_at is null and resolved_at is null and trash_id is null;
-- These two also serve the foreign keys, so they hold all rows.
create index concurrently if not exists comments_of_thread_idx on comments (parent_id, created_at, id) include (trash_id);
create index concurrently if not exists comments_newest_idx on comments (project_id, updated_at) include (file_id, trash_id);
-- Takes the place and the name of folders_name_key with the views; for the foreign key, that one held all rows.
create index concurrently if not exists folders_project_idx on folders (project_id);
create unique index concurrently if not exists folders_live_name_key
  on folders (project_id, coalesce(parent_id, ''), lower(name)) where trash_id is null;
