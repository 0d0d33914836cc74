-- Who moved a review to its status, and when; null: nobody has yet, or it was before this was stored.
alter table versions
  add column status_changed_at timestamptz,
  -- The decision outlives the account.
  add column status_changed_by uuid
    constraint versions_status_changed_by_fkey references users on delete set null;

-- The file of the demo project that the first sign-in opens; null: none is made, or it is deleted.
alter table workspaces
  add column demo_file_id text constraint workspaces_demo_file_fkey references files on delete set null;
create index workspaces_demo_file_idx on workspaces (demo_file_id) where demo_file_id is not null;
