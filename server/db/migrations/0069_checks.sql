-- Automatic checks of files: their numbers are measured once, and judged by a check profile (decision 110).

-- Limits that people declare for a delivery. The built-in ones are in the code, with the ids web, ebu, social and vfx.
create table check_profiles (
  id text constraint check_profiles_pkey primary key,
  workspace_id uuid not null constraint check_profiles_workspace_fkey references workspaces on delete cascade,
  -- Null: for all projects of the workspace.
  project_id uuid constraint check_profiles_project_fkey references projects on delete cascade,
  name text not null constraint check_profiles_name_check check (char_length(name) between 1 and 60),
  -- The latest.
  version integer not null default 1 constraint check_profiles_version_check check (version >= 1),
  created_by uuid constraint check_profiles_created_by_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The results of earlier checks still name it.
  deleted_at timestamptz
);
create index check_profiles_workspace_idx on check_profiles (workspace_id, id);
create index check_profiles_project_idx on check_profiles (project_id) where project_id is not null;
create index check_profiles_created_by_idx on check_profiles (created_by) where created_by is not null;

-- A change of the rules is a new version.
create table check_profile_versions (
  profile_id text not null constraint check_profile_versions_profile_fkey references check_profiles on delete cascade,
  version integer not null constraint check_profile_versions_version_check check (version >= 1),
  rules jsonb not null,
  created_by uuid constraint check_profile_versions_created_by_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint check_profile_versions_pkey primary key (profile_id, version)
);
create index check_profile_versions_created_by_idx on check_profile_versions (created_by) where created_by is not null;

-- Which check profile the files of a project are judged by, and whether they are checked. The row without a project is for the
-- projects that have none.
create table check_settings (
  workspace_id uuid not null constraint check_settings_workspace_fkey references workspaces on delete cascade,
  project_id uuid constraint check_settings_project_fkey references projects on delete cascade,
  -- Of a built-in check profile or of one of the table; null: the one of the workspace, or `web`.
  profile_id text,
  off boolean not null default false,
  constraint check_settings_key unique nulls not distinct (workspace_id, project_id)
);
create index check_settings_project_idx on check_settings (project_id) where project_id is not null;

-- The checks of a file begin when its previews exist. The file is READY meanwhile. The numbers are a derivative.
create table checks (
  file_id text constraint checks_pkey primary key constraint checks_media_fkey references media on delete cascade,
  -- Of the media that are checked.
  revision uuid not null,
  state text not null default 'QUEUED'
    constraint checks_state_check check (state in ('QUEUED', 'MEASURING', 'READY', 'FAILED')),
  -- As for media: a change by an earlier attempt has no effect.
  attempt integer not null default 0,
  tries integer not null default 0,
  cut_offs integer not null default 0,
  progress double precision constraint checks_progress_check check (progress between 0 and 1),
  failure_code text,
  failure_message text,
  failure_retryable boolean,
  -- The check profile that somebody asked for; null: the one of the project.
  requested_profile_id text,
  -- The check profile of the results. No foreign key: the results outlive it.
  profile_id text,
  profile_version integer,
  profile_name text,
  -- Null: the whole file was measured.
  measured_seconds double precision,
  measured_at timestamptz,
  -- The outcome of each rule.
  rules jsonb not null default '[]',
  queued_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint checks_failure_check check ((state = 'FAILED') = (failure_code is not null))
);
create index checks_waiting_idx on checks (queued_at, file_id) where state in ('QUEUED', 'MEASURING');

-- Every queued row has a task.
create function queue_checks() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('checks', json_build_object('fileId', new.file_id),
    job_key := 'checks:' || new.file_id, priority := 20);
  return null;
end $$;
create trigger checks_queued after insert or update of state on checks
  for each row when (new.state = 'QUEUED') execute function queue_checks();

-- The id follows from the file, the rule and the place: checks that run again keep the finding, and the comment made of it.
create table findings (
  id uuid constraint findings_pkey primary key,
  file_id text not null constraint findings_checks_fkey references checks on delete cascade,
  -- The order of the list.
  position integer not null,
  rule text not null,
  level text not null constraint findings_level_check check (level in ('PROBLEM', 'WARNING', 'INFO')),
  -- All null: the whole file. Audio without video has times alone, documents have pages.
  first_frame bigint,
  last_frame bigint,
  first_ms bigint,
  last_ms bigint,
  page integer,
  -- A number or a text.
  measured jsonb,
  limit_value jsonb,
  unit text,
  message text not null,
  confidence double precision not null constraint findings_confidence_check check (confidence between 0 and 1),
  comment_id uuid constraint findings_comment_fkey references all_comments on delete set null,
  constraint findings_frames_check check (
    (first_frame is null) = (last_frame is null) and last_frame >= first_frame and first_frame >= 0),
  constraint findings_times_check check (
    (first_ms is null) = (last_ms is null) and last_ms >= first_ms and first_ms >= 0)
);
create index findings_file_idx on findings (file_id, position);
create index findings_comment_idx on findings (comment_id) where comment_id is not null;

-- Somebody accepts a finding. A waiver holds for later revisions of the file, where a finding of the same rule overlaps its place.
create table check_waivers (
  id uuid constraint check_waivers_pkey primary key,
  project_id uuid not null constraint check_waivers_project_fkey references projects on delete cascade,
  stack_id text not null,
  rule text not null,
  first_frame bigint,
  last_frame bigint,
  first_ms bigint,
  last_ms bigint,
  page integer,
  -- A text that must be the same, where a finding has no place in time.
  measured jsonb,
  reason text not null constraint check_waivers_reason_check check (char_length(reason) between 1 and 1000),
  user_id uuid constraint check_waivers_user_fkey references users on delete set null,
  -- The revision that it was given for, which may be gone by now: no foreign key.
  file_id text not null,
  stack_number integer not null,
  created_at timestamptz not null default clock_timestamp()
);
create index check_waivers_stack_idx on check_waivers (stack_id, rule);
create index check_waivers_project_idx on check_waivers (project_id);
create index check_waivers_user_idx on check_waivers (user_id) where user_id is not null;

-- The waivers end with the last revision of their file.
create function end_check_waivers() returns trigger language plpgsql as $$
begin
  delete from check_waivers w using gone
  where w.stack_id = gone.stack_id and not exists (select from all_files f where f.stack_id = gone.stack_id);
  return null;
end $$;
-- safe: the table is locked for a moment only, and nothing is read
create trigger files_end_check_waivers after delete on all_files
  referencing old table as gone for each statement execute function end_check_waivers();

-- Whether the files of a version must have no open problems before it is approved.
alter table all_versions add column require_no_problems boolean not null default false;
create or replace view versions as
  select id, project_id, name, description, status, allow_restricted, created_by, revision, created_at, updated_at, status_changed_at,
    status_changed_by, review_rule, review_rule_user_id, reviews_started, statuses_ruled, require_no_problems
  from all_versions where trash_id is null;
