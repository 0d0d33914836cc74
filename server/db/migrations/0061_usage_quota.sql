-- What counts for a quota: everything but previews, the trash included. One reads a few rows, however much is stored.
create function stored_bytes(workspace uuid, person uuid) returns bigint language sql stable as $$
  select coalesce((
      select sum(t.bytes) from storage_totals t
      where t.workspace_id = workspace and t.scope = case when person is null then 'WORKSPACE' else 'PERSON' end
        and t.scope_id = coalesce(person, workspace) and t.kind <> 'DERIVATIVE'), 0)::bigint
    + coalesce((
      select sum(c.bytes) from storage_changes c
      where c.workspace_id = workspace and (person is null or c.user_id = person) and c.kind <> 'DERIVATIVE'), 0)::bigint
    + coalesce((
      select sum(o.size) from objects o
      where o.workspace_id = workspace and (person is null or o.uploader_id = person)
        and o.kind is null and o.orphaned_at is null), 0)::bigint
$$;

-- As before, from the totals instead of all objects of the workspace.
create or replace function require_quota(
  workspace uuid, uploader uuid, bytes bigint, workspace_quota bigint, uploader_quota bigint)
returns boolean language plpgsql volatile as $$
declare
  used bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('dailies quota ' || workspace, 0));
  if workspace_quota is not null then
    used := stored_bytes(workspace, null);
    if used + bytes > workspace_quota then
      raise exception 'workspace quota exceeded' using errcode = 'DQ001', detail = used;
    end if;
  end if;
  if uploader_quota is not null then
    used := stored_bytes(workspace, uploader);
    if used + bytes > uploader_quota then
      raise exception 'uploader quota exceeded' using errcode = 'DQ002', detail = used;
    end if;
  end if;
  return true;
end $$;
