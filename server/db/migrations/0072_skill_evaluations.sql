-- Skill evaluation: examples with expected notes, and how many of them each version of a skill finds (decision 114).

create table skill_examples (
  id uuid constraint skill_examples_pkey primary key,
  skill_id text not null constraint skill_examples_skill_fkey references all_skills on delete cascade,
  file_id text not null constraint skill_examples_file_fkey references all_files on delete cascade,
  name text not null constraint skill_examples_name_check check (char_length(name) between 1 and 100),
  -- Notes: [{ firstFrame, lastFrame, firstMs, lastMs, page, area, text }].
  expected jsonb not null,
  created_by uuid constraint skill_examples_created_by_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index skill_examples_skill_idx on skill_examples (skill_id, created_at, id);
create index skill_examples_file_idx on skill_examples (file_id);
create index skill_examples_created_by_idx on skill_examples (created_by) where created_by is not null;

-- Answers to a skill's text about an example, from a paid run or pasted by a person.
create table skill_recordings (
  example_id uuid not null constraint skill_recordings_example_fkey references skill_examples on delete cascade,
  -- SHA-256 of the text: versions with the same text share their recordings.
  content_hash bytea not null,
  -- Null for a pasted answer of an unknown model.
  model text,
  notes jsonb not null,
  created_by uuid constraint skill_recordings_created_by_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint skill_recordings_pkey primary key (example_id, content_hash)
);
create index skill_recordings_created_by_idx on skill_recordings (created_by) where created_by is not null;

create table skill_evaluations (
  id uuid constraint skill_evaluations_pkey primary key,
  skill_id text not null constraint skill_evaluations_skill_fkey references all_skills on delete cascade,
  -- Null for a text that is not published. Publishing it sets the version and removes the text.
  skill_version_id text constraint skill_evaluations_version_fkey references skill_versions on delete cascade,
  content text,
  content_hash bytea not null,
  source text not null
    constraint skill_evaluations_source_check check (source in ('CHECKS', 'RECORDED', 'LIVE')),
  model text,
  state text not null default 'QUEUED' constraint skill_evaluations_state_check
    check (state in ('QUEUED', 'RUNNING', 'READY', 'FAILED', 'CANCELLED')),
  -- Counted up by each claim of a worker. A change by an earlier one has no effect.
  attempt integer not null default 0,
  failure_code text,
  failure_message text,
  created_by uuid constraint skill_evaluations_created_by_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint skill_evaluations_text_check check ((skill_version_id is null) = (content is not null)),
  constraint skill_evaluations_failure_check check ((state = 'FAILED') = (failure_code is not null))
);
create index skill_evaluations_skill_idx on skill_evaluations (skill_id, created_at desc, id);
create index skill_evaluations_version_idx on skill_evaluations (skill_version_id) where skill_version_id is not null;
create index skill_evaluations_waiting_idx on skill_evaluations (id) where state in ('QUEUED', 'RUNNING');
create index skill_evaluations_created_by_idx on skill_evaluations (created_by) where created_by is not null;

create table skill_evaluation_results (
  evaluation_id uuid not null constraint skill_evaluation_results_evaluation_fkey
    references skill_evaluations on delete cascade,
  example_id uuid not null constraint skill_evaluation_results_example_fkey references skill_examples on delete cascade,
  -- The order of examples.
  position integer not null,
  -- SENDING is committed before the paid request. It never becomes QUEUED again, unless the answer says that nothing was done.
  state text not null default 'QUEUED' constraint skill_evaluation_results_state_check
    check (state in ('QUEUED', 'SENDING', 'READY', 'FAILED')),
  tries integer not null default 0,
  -- The answer to the paid request as it came; null before it, and again when it is read.
  answer bytea,
  -- The notes that were expected when the evaluation was started, and those that the skill has found.
  expected jsonb not null,
  found jsonb,
  -- Pairs of positions in `expected` and `found`.
  matches jsonb,
  input_tokens integer,
  output_tokens integer,
  cost_usd numeric,
  failure_code text,
  failure_message text,
  constraint skill_evaluation_results_pkey primary key (evaluation_id, example_id),
  constraint skill_evaluation_results_failure_check check ((state = 'FAILED') = (failure_code is not null))
);
create index skill_evaluation_results_example_idx on skill_evaluation_results (example_id);
