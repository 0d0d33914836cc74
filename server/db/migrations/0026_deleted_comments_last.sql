-- Clients read a deleted comment without an anchor, so it is listed after all that have one.
drop index comments_anchor_idx;
create index comments_anchor_idx
  on comments (file_id, coalesce(case when deleted_at is null then anchor end, 9007199254740991), id)
  where parent_id is null;
