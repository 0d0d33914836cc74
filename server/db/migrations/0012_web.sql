-- What the web app asks of the server: projects that are put away, and what a project is recognised by.

-- When the project was put away; it stays as it is and is only left out of lists.
alter table projects
  add column archived_at timestamptz,
  add column archived boolean generated always as (archived_at is not null) stored;

-- A member's projects are listed from the index of their memberships, so that each knows whether its project is put away:
-- a page costs the same however many are.
alter table project_members add column archived boolean not null default false;

drop index projects_open_idx;
create index projects_open_idx on projects (workspace_id, archived, id) where access_range = 'ALLOW_WORKSPACE_MEMBER';
drop index project_members_own_idx;
create index project_members_own_idx on project_members (workspace_id, user_id, archived, project_id);

-- The lock makes whoever joins wait for whoever puts the project away, and the other way round.
create function set_member_archived() returns trigger language plpgsql as $$
begin
  select p.archived into new.archived from projects p where p.id = new.project_id for share;
  new.archived := coalesce(new.archived, false);
  return new;
end $$;
create trigger project_members_archived before insert on project_members
  for each row execute function set_member_archived();

create function archive_members() returns trigger language plpgsql as $$
begin
  update project_members m set archived = new.archived_at is not null where m.project_id = new.id;
  return null;
end $$;
create trigger projects_archived after update of archived_at on projects
  for each row when ((old.archived_at is null) <> (new.archived_at is null)) execute function archive_members();

-- A workspace of the first start gets a demo project. Due until it is whole: what a crash has left half made is thrown
-- away, and made anew.
alter table workspaces
  add column demo_due boolean not null default false,
  add column demo_project_id uuid constraint workspaces_demo_project_fkey references projects on delete set null;
create index workspaces_demo_project_idx on workspaces (demo_project_id) where demo_project_id is not null;

-- The newest file with a picture is what a project is shown by: found with one look, among a million files without.
alter table files add column has_thumbnail boolean not null default false;
update files f set has_thumbnail = true
where exists (select from media_derivatives d where d.file_id = f.id and d.name like 'thumbnail.%');
create index files_pictured_idx on files (project_id, created_at, id) where has_thumbnail;
create index files_pictured_restricted_idx on files (project_id, created_at, id)
  where has_thumbnail and allow_restricted;

create function set_has_thumbnail() returns trigger language plpgsql as $$
begin
  update files f set has_thumbnail = tg_op = 'INSERT'
  where f.id = coalesce(new.file_id, old.file_id) and f.has_thumbnail <> (tg_op = 'INSERT');
  return null;
end $$;
create trigger media_derivatives_thumbnail_made after insert on media_derivatives
  for each row when (new.name like 'thumbnail.%') execute function set_has_thumbnail();
create trigger media_derivatives_thumbnail_gone after delete on media_derivatives
  for each row when (old.name like 'thumbnail.%') execute function set_has_thumbnail();
