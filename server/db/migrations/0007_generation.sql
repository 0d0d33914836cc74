-- Files that models make: the job of each, what it refers to, and the workers that run it.

-- A reference for generation that is no file of the project.
create table generation_attachments (
  id text constraint generation_attachments_pkey primary key,
  project_id uuid not null
    constraint generation_attachments_project_fkey references projects on delete cascade,
  uploader_id uuid constraint generation_attachments_uploader_fkey references users on delete set null,
  name text not null,
  object_id uuid not null constraint generation_attachments_object_fkey references objects,
  created_at timestamptz not null default now()
);
create index generation_attachments_project_idx on generation_attachments (project_id);
create index generation_attachments_object_idx on generation_attachments (object_id);
create index generation_attachments_created_idx on generation_attachments (created_at);

create table generations (
  file_id text constraint generations_pkey primary key
    constraint generations_file_fkey references files on delete cascade,
  output_type text not null,
  output_model text not null,
  prompt text not null,
  -- As asked for: null where the request had none.
  configs jsonb,
  provider text not null,
  state text not null constraint generations_state_check
    check (state in ('QUEUED', 'STARTING', 'RUNNING', 'FETCHING', 'DONE', 'FAILED', 'CANCELLED')),
  -- 1 for the first attempt; a retry is the next. What an earlier attempt still does comes too late.
  attempt integer not null default 1,
  -- Committed before the paid call.
  client_reference uuid,
  -- The job in the queue that makes the paid call, while it does.
  starting_job bigint,
  -- The provider's own name for the job, committed before anything else is done with it.
  handle jsonb,
  -- Tries in a row that came to nothing, none of which has cost anything.
  tries integer not null default 0,
  -- Queued, but not to be started earlier: the provider has asked for patience.
  not_before timestamptz,
  -- When it is given up.
  deadline_at timestamptz,
  progress double precision constraint generations_progress_check check (progress between 0 and 1),
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  constraint generations_handle_check check (state not in ('RUNNING', 'FETCHING') or handle is not null),
  constraint generations_reference_check
    check (state not in ('STARTING', 'RUNNING', 'FETCHING') or client_reference is not null),
  constraint generations_deadline_check
    check (state not in ('STARTING', 'RUNNING', 'FETCHING') or deadline_at is not null)
);
-- The queue of a provider, and its jobs under way.
create index generations_active_idx on generations (provider, state, queued_at)
  where state in ('QUEUED', 'STARTING', 'RUNNING', 'FETCHING');

create table generation_references (
  file_id text not null
    constraint generation_references_generation_fkey references generations on delete cascade,
  position integer not null,
  -- One of the two; null when it is gone since.
  reference_file_id text constraint generation_references_file_fkey references files on delete set null,
  attachment_id text
    constraint generation_references_attachment_fkey references generation_attachments on delete set null,
  -- The id as it was given: prompts name it.
  given_id text not null,
  constraint generation_references_pkey primary key (file_id, position)
);
create index generation_references_file_idx on generation_references (reference_file_id);
create index generation_references_attachment_idx on generation_references (attachment_id);

-- A file may be deleted while its job is under way, alone or with all of its project. Then the provider is told, and
-- the next in its queue may start.
create function drop_generation() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('drop-generation',
    json_build_object('provider', old.provider, 'handle', old.handle), max_attempts := 10);
  return null;
end $$;
create trigger generations_dropped after delete on generations
  for each row when (old.state in ('STARTING', 'RUNNING', 'FETCHING'))
  execute function drop_generation();

-- Who runs jobs. A worker that has not been heard of for some seconds is dead, and its jobs are taken over.
create table workers (
  id text constraint workers_pkey primary key,
  seen_at timestamptz not null default now()
);
