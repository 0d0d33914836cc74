-- What is known of the pictures and sound of a file, and what was made of it to be shown.

-- A row for every file with bytes that something can be made of.
create table media (
  file_id text constraint media_pkey primary key
    constraint media_file_fkey references files on delete cascade,
  state text not null default 'PENDING'
    constraint media_state_check check (state in ('PENDING', 'PROCESSING', 'READY', 'FAILED')),
  -- Counted up whenever a worker takes it and whenever it is asked for anew. What an earlier one still does comes too
  -- late.
  attempt integer not null default 0,
  -- How often work was begun since it was asked for, but for what was handed back.
  tries integer not null default 0,
  -- What is made belongs to a revision: another whenever all is made anew, so that its addresses change with it.
  revision uuid not null default gen_random_uuid(),
  -- The lowest first: who makes all anew does not keep new files waiting.
  priority smallint not null default 0,
  -- The probe and the steps whose results are stored.
  done text[] not null default '{}',
  -- The step under way, and how much of all is done.
  stage text,
  progress double precision constraint media_progress_check check (progress between 0 and 1),
  kind text constraint media_kind_check check (kind in ('VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'MODEL')),
  width integer,
  height integer,
  duration_ms bigint,
  frame_rate_num integer,
  frame_rate_den integer,
  -- Frames come as they like: the rate is their average.
  variable_rate boolean not null default false,
  frames bigint,
  pages integer,
  has_audio boolean,
  failure_code text,
  failure_message text,
  failure_retryable boolean,
  queued_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  constraint media_rate_check check (frame_rate_num > 0 and frame_rate_den > 0),
  constraint media_failure_check check ((state = 'FAILED') = (failure_code is not null))
);
create index media_queue_idx on media (priority, queued_at, file_id) where state = 'PENDING';
create index media_active_idx on media (file_id) where state in ('PENDING', 'PROCESSING');
create index media_failed_idx on media (file_id) where state = 'FAILED';

create table media_derivatives (
  file_id text not null constraint media_derivatives_media_fkey references media on delete cascade,
  -- As in `proxy.mp4` and `pages/3.webp`.
  name text not null,
  step text not null,
  object_id uuid not null constraint media_derivatives_object_fkey references objects,
  constraint media_derivatives_pkey primary key (file_id, name)
);
create index media_derivatives_object_idx on media_derivatives (object_id);
-- What Get File and lists look for among hundreds of pages.
create index media_derivatives_linked_idx on media_derivatives (file_id, name, object_id) where name not like '%/%';
create unique index media_derivatives_thumbnail_idx on media_derivatives (file_id) include (object_id)
  where name like 'thumbnail.%';

-- Files that are older than this. They get their jobs by the clock: the queue may not be there yet.
insert into media (file_id, priority)
select id, 10 from files
where status = 'UPLOADED' and object_id is not null
  and mime_type ~ '^(video|audio|image|model)/|^application/(pdf|mxf|vnd\.autodesk\.fbx)$';

-- Whatever waits has a job.
create function queue_media() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('media', json_build_object('fileId', new.file_id),
    job_key := 'media:' || new.file_id, priority := new.priority);
  return null;
end $$;
create trigger media_queued after insert or update of state on media
  for each row when (new.state = 'PENDING') execute function queue_media();
