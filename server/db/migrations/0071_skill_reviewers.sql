-- Skills that review the files of a project, their runs, and the notes that they draft (decision 113).

create table skill_reviewers (
  id uuid constraint skill_reviewers_pkey primary key,
  project_id uuid not null constraint skill_reviewers_project_fkey references projects on delete cascade,
  skill_id text not null constraint skill_reviewers_skill_fkey references all_skills on delete cascade,
  kinds text[] not null constraint skill_reviewers_kinds_check
    check (cardinality(kinds) > 0 and kinds <@ array['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'MODEL']),
  trigger text not null constraint skill_reviewers_trigger_check check (trigger in ('NEW_REVISIONS', 'ON_REQUEST')),
  -- As REVIEW_MODEL names it; null: the skill uses the checks alone, and nothing is paid.
  model text constraint skill_reviewers_model_check check (char_length(model) between 1 and 200),
  brief text constraint skill_reviewers_brief_check check (char_length(brief) between 1 and 10000),
  created_by uuid constraint skill_reviewers_created_by_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint skill_reviewers_skill_key unique (project_id, skill_id)
);
create index skill_reviewers_skill_idx on skill_reviewers (skill_id);
create index skill_reviewers_created_by_idx on skill_reviewers (created_by) where created_by is not null;

create table review_budgets (
  project_id uuid constraint review_budgets_pkey primary key
    constraint review_budgets_project_fkey references projects on delete cascade,
  -- null: no limit.
  monthly_usd numeric(12, 2) constraint review_budgets_monthly_check check (monthly_usd between 0 and 1000000),
  updated_at timestamptz not null default clock_timestamp()
);

create table skill_reviews (
  id uuid constraint skill_reviews_pkey primary key,
  project_id uuid not null constraint skill_reviews_project_fkey references projects on delete cascade,
  file_id text not null constraint skill_reviews_file_fkey references all_files on delete cascade,
  skill_reviewer_id uuid constraint skill_reviews_reviewer_fkey references skill_reviewers on delete set null,
  -- The skill and its version as they were, also when they are deleted later. The version is chosen when the run is prepared.
  skill_id text not null,
  skill_name text not null,
  skill_version_id text,
  skill_version integer,
  model text,
  -- Whether a new revision started the run.
  automatic boolean not null,
  -- QUEUED: nothing was done. PREPARING: frames are drawn. SENDING: the paid request may be under way; it is committed before the
  -- request, and never left for QUEUED after an answer that may have cost something.
  state text not null default 'QUEUED' constraint skill_reviews_state_check
    check (state in ('QUEUED', 'PREPARING', 'SENDING', 'READY', 'FAILED', 'CANCELLED')),
  -- Counted up by each retry of a person. Each run is paid at most once.
  run integer not null default 1,
  -- Counted up by each claim of a worker. A change by an earlier one has no effect.
  attempt integer not null default 0,
  -- Requests that the model refused for now, before it did anything.
  tries integer not null default 0,
  failure_code text,
  failure_message text,
  failure_retryable boolean,
  input_tokens integer,
  output_tokens integer,
  -- The frames or pages whose images were sent.
  frames integer[] not null default '{}',
  -- What became of the open comments on the revision before: [{comment, outcome, reason}].
  notes jsonb not null default '[]',
  -- What the answer may name, and the answer as it came: both are written before they are needed, and removed at the end.
  context jsonb,
  answer bytea,
  created_by uuid constraint skill_reviews_created_by_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint skill_reviews_failure_check check ((state = 'FAILED') = (failure_code is not null)),
  constraint skill_reviews_ended_check check ((state in ('READY', 'FAILED', 'CANCELLED')) = (ended_at is not null))
);
create index skill_reviews_file_idx on skill_reviews (file_id, created_at, id);
create index skill_reviews_project_idx on skill_reviews (project_id);
create index skill_reviews_created_by_idx on skill_reviews (created_by) where created_by is not null;
-- One run of a skill reviewer on a file at a time, and one that a new revision starts.
create unique index skill_reviews_running_idx on skill_reviews (file_id, skill_reviewer_id)
  where state in ('QUEUED', 'PREPARING', 'SENDING');
create unique index skill_reviews_automatic_idx on skill_reviews (file_id, skill_reviewer_id) where automatic;
create index skill_reviews_reviewer_idx on skill_reviews (skill_reviewer_id) where skill_reviewer_id is not null;
create index skill_reviews_waiting_idx on skill_reviews (id) where state in ('QUEUED', 'PREPARING', 'SENDING');

-- Every paid request: a reservation before it, the cost after it. What may have been paid counts as reserved.
create table review_payments (
  skill_review_id uuid not null,
  run integer not null,
  project_id uuid not null constraint review_payments_project_fkey references projects on delete cascade,
  -- The first day of its month, in UTC.
  month date not null,
  -- null if no prices are configured.
  reserved_usd numeric(14, 6),
  -- null until the answer says it, and if no prices are configured.
  cost_usd numeric(14, 6),
  created_at timestamptz not null default clock_timestamp(),
  constraint review_payments_pkey primary key (skill_review_id, run)
);
create index review_payments_month_idx on review_payments (project_id, month);

create table draft_notes (
  id uuid constraint draft_notes_pkey primary key,
  project_id uuid not null constraint draft_notes_project_fkey references projects on delete cascade,
  file_id text not null constraint draft_notes_file_fkey references all_files on delete cascade,
  skill_review_id uuid not null constraint draft_notes_review_fkey references skill_reviews on delete cascade,
  run integer not null,
  position integer not null,
  first_frame bigint,
  last_frame bigint,
  first_ms bigint,
  last_ms bigint,
  page integer,
  -- {x, y, width, height}, from 0 to 1.
  area jsonb,
  content text not null constraint draft_notes_content_check check (char_length(content) between 1 and 5000),
  confidence real not null constraint draft_notes_confidence_check check (confidence between 0 and 1),
  state text not null default 'DRAFT' constraint draft_notes_state_check check (state in ('DRAFT', 'ACCEPTED', 'DISMISSED')),
  reason text constraint draft_notes_reason_check check (char_length(reason) between 1 and 1000),
  decided_by uuid constraint draft_notes_decided_by_fkey references users on delete set null,
  decided_at timestamptz,
  constraint draft_notes_position_key unique (skill_review_id, run, position),
  constraint draft_notes_decided_check check ((state = 'DRAFT') = (decided_at is null)),
  constraint draft_notes_dismissed_check check ((state = 'DISMISSED') = (reason is not null))
);
create index draft_notes_file_idx on draft_notes (file_id, skill_review_id, position);
create index draft_notes_project_idx on draft_notes (project_id);
create index draft_notes_decided_by_idx on draft_notes (decided_by) where decided_by is not null;

-- Comments that a person accepted from a skill. A draft note becomes one comment, also when two people accept it at a time.
create table comment_skills (
  comment_id uuid constraint comment_skills_pkey primary key
    constraint comment_skills_comment_fkey references all_comments on delete cascade,
  draft_note_id uuid constraint comment_skills_draft_note_fkey references draft_notes on delete set null,
  skill_id text not null,
  skill_name text not null,
  skill_version integer not null,
  constraint comment_skills_draft_note_key unique (draft_note_id)
);

-- Every queued run has a task.
create function queue_skill_review() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('review-with-skill', json_build_object('skillReviewId', new.id),
    job_key := 'review-with-skill:' || new.id);
  return null;
end $$;
create trigger skill_reviews_queued after insert on skill_reviews
  for each row when (new.state = 'QUEUED') execute function queue_skill_review();

-- A file whose previews are ready for the first time is reviewed by the skill reviewers of its project, in the same transaction. The
-- file must be newer than the skill reviewer: previews of old files that are made again cost nothing.
create function start_skill_reviews() returns trigger language plpgsql as $$
begin
  insert into skill_reviews (id, project_id, file_id, skill_reviewer_id, skill_id, skill_name, model, automatic)
  select gen_random_uuid(), f.project_id, f.id, r.id, s.id, s.name, r.model, true
  from all_files f
  join skill_reviewers r on r.project_id = f.project_id and r.trigger = 'NEW_REVISIONS' and new.kind = any(r.kinds)
  join all_skills s on s.id = r.skill_id
  where f.id = new.file_id and f.trash_id is null and f.created_at >= r.created_at
  on conflict do nothing;
  return null;
end $$;
-- safe: a trigger is added without reading the table
create trigger media_start_skill_reviews after insert or update of state on media
  for each row when (new.state = 'READY') execute function start_skill_reviews();

-- Findings are a part of the material: a run that waits for the checks goes on when they have ended.
create function resume_skill_reviews() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('review-with-skill', json_build_object('skillReviewId', r.id),
    job_key := 'review-with-skill:' || r.id)
  from skill_reviews r where r.file_id = new.file_id and r.state = 'QUEUED';
  return null;
end $$;
-- safe: a trigger is added without reading the table
create trigger checks_resume_skill_reviews after update of state on checks
  for each row when (new.state in ('READY', 'FAILED')) execute function resume_skill_reviews();
