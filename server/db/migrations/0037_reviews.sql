-- Review requests, the verdict of each person, and the rule that makes a status of them.

-- Null: the rule of the project; on a project, null: any one. The named person has no foreign key: it would need an index
-- on both tables, and a rule that names a deleted account only waits for a manager to change it.
alter table projects
  add column review_rule text,
  add column review_rule_user_id uuid,
  add column agent_verdicts_count boolean not null default false;
alter table projects add constraint projects_review_rule_check check
  (review_rule in ('ANY_ONE', 'ALL_REQUESTED', 'NAMED_PERSON')
    and (review_rule = 'NAMED_PERSON') = (review_rule_user_id is not null)) not valid;

alter table versions
  add column review_rule text,
  add column review_rule_user_id uuid,
  -- Counts how often the version was sent back to work or to review. Verdicts of earlier reviews are stale. A number, and not
  -- a time: the clocks of two primaries may differ.
  add column reviews_started integer not null default 0,
  -- Counts the changes of status by nodes that know verdicts: see record_unruled_status.
  add column statuses_ruled integer not null default 0;
alter table versions add constraint versions_review_rule_check check
  (review_rule in ('ANY_ONE', 'ALL_REQUESTED', 'NAMED_PERSON')
    and (review_rule = 'NAMED_PERSON') = (review_rule_user_id is not null)) not valid;

create table review_requests (
  id uuid constraint review_requests_pkey primary key,
  version_id uuid not null,
  project_id uuid not null,
  user_id uuid not null constraint review_requests_user_fkey references users on delete cascade,
  requested_by uuid constraint review_requests_requested_by_fkey references users on delete set null,
  message text,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  reminded_at timestamptz,
  constraint review_requests_user_key unique (version_id, user_id),
  constraint review_requests_version_fkey foreign key (version_id, project_id)
    references versions (id, project_id) on delete cascade
);
create index review_requests_user_idx on review_requests (user_id, project_id);

-- People who join by one of these links later are asked as well.
create table review_request_links (
  version_id uuid not null,
  project_id uuid not null,
  link_id uuid not null constraint review_request_links_link_fkey references access_links on delete cascade,
  requested_by uuid constraint review_request_links_requested_by_fkey references users on delete set null,
  message text,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  constraint review_request_links_pkey primary key (link_id, version_id),
  constraint review_request_links_version_fkey foreign key (version_id, project_id)
    references versions (id, project_id) on delete cascade
);
create index review_request_links_version_idx on review_request_links (version_id);

-- By which links a member has joined.
create table access_link_members (
  link_id uuid not null constraint access_link_members_link_fkey references access_links on delete cascade,
  project_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  constraint access_link_members_pkey primary key (link_id, user_id),
  constraint access_link_members_member_fkey foreign key (project_id, user_id)
    references project_members (project_id, user_id) on delete cascade
);
create index access_link_members_member_idx on access_link_members (project_id, user_id);

-- One verdict for each person and version: a new one replaces the old one.
create table verdicts (
  id uuid constraint verdicts_pkey primary key,
  version_id uuid not null,
  project_id uuid not null,
  -- The verdict outlives the account, with the name that it had.
  user_id uuid constraint verdicts_user_fkey references users on delete set null,
  user_name text not null,
  -- Null: not recorded.
  role text,
  verdict text not null
    constraint verdicts_verdict_check check (verdict in ('APPROVED', 'NEED_EDIT', 'REJECTED')),
  note text,
  agent boolean not null default false,
  -- The files that the person saw: [{ id, revision, latest }], where latest is the last complete revision of the stack at that
  -- time. Null: not recorded.
  files jsonb,
  -- versions.reviews_started at that time.
  review integer not null,
  given_at timestamptz not null default now(),
  constraint verdicts_user_key unique (version_id, user_id),
  constraint verdicts_version_fkey foreign key (version_id, project_id)
    references versions (id, project_id) on delete cascade
);

-- The SHA-256 of originals, for receipts.
create table object_hashes (
  object_id uuid constraint object_hashes_pkey primary key
    constraint object_hashes_object_fkey references objects on delete cascade,
  sha256 bytea not null constraint object_hashes_sha256_check check (octet_length(sha256) = 32)
);

-- A verdict status so far is the verdict of the person who set it.
insert into verdicts (id, version_id, project_id, user_id, user_name, role, verdict, review, given_at)
select gen_random_uuid(), v.id, v.project_id, u.id, coalesce(w.display_name, u.name), m.role, v.status, 0, v.status_changed_at
from versions v
join projects p on p.id = v.project_id
join users u on u.id = v.status_changed_by
left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id
left join project_members m on m.project_id = p.id and m.user_id = u.id
where v.status in ('APPROVED', 'NEED_EDIT', 'REJECTED') and v.status_changed_at is not null;

-- A node of the previous release changes only the status. Then this makes of it what this release makes of it: a verdict
-- status is the verdict of the person; NEED_REVIEW by a reviewer withdraws their verdict; back to work or
-- to review starts the review anew. To be dropped in the next release.
create function record_unruled_status() returns trigger language plpgsql as $$
declare
  person record;
begin
  select u.id, coalesce(w.display_name, u.name) as name, m.role into person
  from users u
  join projects p on p.id = new.project_id
  left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id
  left join project_members m on m.project_id = p.id and m.user_id = u.id
  where u.id = new.status_changed_by;
  if new.status in ('APPROVED', 'NEED_EDIT', 'REJECTED') then
    if person.id is not null then
      insert into verdicts (id, version_id, project_id, user_id, user_name, role, verdict, review)
      values (gen_random_uuid(), new.id, new.project_id, person.id, person.name, person.role, new.status, new.reviews_started)
      on conflict on constraint verdicts_user_key do update
        set verdict = excluded.verdict, user_name = excluded.user_name, role = excluded.role, note = null, agent = false,
          files = null, review = excluded.review, given_at = now();
    end if;
  elsif new.status = 'NEED_REVIEW'
    and coalesce(person.role, '') not in ('PROJECT_OWNER', 'PROJECT_MANAGER', 'PROJECT_MEMBER') then
    delete from verdicts where version_id = new.id and user_id = person.id;
  elsif new.status in ('IN_PROGRESS', 'NEED_REVIEW') then
    new.reviews_started := new.reviews_started + 1;
  end if;
  return new;
end $$;

-- safe: the table is locked for a moment only, and nothing is read.
create trigger versions_unruled_status before update of status on versions
  for each row when (new.status is distinct from old.status and new.statuses_ruled = old.statuses_ruled)
  execute function record_unruled_status();
