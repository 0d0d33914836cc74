-- A restricted reviewer of a project that is open to its workspace would, without the membership, be a plain reviewer and
-- see everything. So the restriction outlives the membership: whoever leaves or is removed has no role in the project
-- until somebody gives them one. Any other role lifts it.
create table project_restrictions (
  project_id uuid not null,
  workspace_id uuid not null,
  user_id uuid not null,
  constraint project_restrictions_pkey primary key (user_id, project_id),
  constraint project_restrictions_project_fkey foreign key (project_id, workspace_id)
    references projects (id, workspace_id) on delete cascade,
  constraint project_restrictions_user_fkey foreign key (workspace_id, user_id)
    references workspace_members (workspace_id, user_id) on delete cascade
);
create index project_restrictions_project_idx on project_restrictions (project_id);
create index project_restrictions_member_idx on project_restrictions (workspace_id, user_id);

insert into project_restrictions (project_id, workspace_id, user_id)
select project_id, workspace_id, user_id from project_members where role = 'PROJECT_RESTRICTED_REVIEWER';

create function set_project_restriction() returns trigger language plpgsql as $$
begin
  if new.role = 'PROJECT_RESTRICTED_REVIEWER' then
    insert into project_restrictions (project_id, workspace_id, user_id)
    values (new.project_id, new.workspace_id, new.user_id)
    on conflict on constraint project_restrictions_pkey do nothing;
  else
    delete from project_restrictions where project_id = new.project_id and user_id = new.user_id;
  end if;
  return null;
end $$;

create trigger project_members_restricted after insert or update of role, user_id on project_members
  for each row execute function set_project_restriction();

-- A person has at most 100 keys that work. The lock makes those who create keys for the same person at the same time wait
-- for each other.
create index api_keys_live_idx on api_keys (user_id) where revoked_at is null;

create function limit_live_api_keys() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for no key update;
  if (select count(*) from api_keys
      where user_id = new.user_id and revoked_at is null and (expires_at is null or expires_at > now())) >= 100 then
    raise exception using errcode = 'check_violation', constraint = 'api_keys_live_check', table = 'api_keys',
      message = 'a person has at most 100 live API keys';
  end if;
  return new;
end $$;

create trigger api_keys_limited before insert on api_keys
  for each row execute function limit_live_api_keys();
