-- no transaction
-- The objects that are not counted yet: what a quota adds to the totals, and what the job reads next.
create index concurrently if not exists objects_uncounted_idx on objects (workspace_id, uploader_id) include (size)
  where kind is null and orphaned_at is null;
create index concurrently if not exists objects_next_uncounted_idx on objects (id)
  where kind is null and orphaned_at is null;
