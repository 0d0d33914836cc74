-- Names of check profiles are unique in their workspace, or in their project (decision 111).
-- safe: the table is as new as this release
create unique index check_profiles_name_key on check_profiles (workspace_id, coalesce(project_id, workspace_id), lower(name))
  where deleted_at is null;
