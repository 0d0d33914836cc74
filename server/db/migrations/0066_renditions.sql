-- Playback in several sizes, and before the proxy is complete (decision 103).

-- Whether browsers show the same frame numbers for the original as for the proxy; null before the probe and for files from before.
alter table media add column original_plays boolean;

-- The sizes of a video besides its proxy are made when the proxy exists. The file is READY meanwhile.
create table renditions (
  file_id text constraint renditions_pkey primary key
    constraint renditions_media_fkey references media on delete cascade,
  -- Of the media that they are made for.
  revision uuid not null,
  state text not null default 'QUEUED'
    constraint renditions_state_check check (state in ('QUEUED', 'PROCESSING', 'READY', 'FAILED')),
  -- As for media: a change by an earlier attempt has no effect.
  attempt integer not null default 0,
  tries integer not null default 0,
  cut_offs integer not null default 0,
  progress double precision constraint renditions_progress_check check (progress between 0 and 1),
  failure_code text,
  failure_message text,
  queued_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint renditions_failure_check check ((state = 'FAILED') = (failure_code is not null))
);
create index renditions_waiting_idx on renditions (queued_at, file_id) where state in ('QUEUED', 'PROCESSING');

-- Every queued row has a task.
create function queue_renditions() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('renditions', json_build_object('fileId', new.file_id),
    job_key := 'renditions:' || new.file_id);
  return null;
end $$;
create trigger renditions_queued after insert or update of state on renditions
  for each row when (new.state = 'QUEUED') execute function queue_renditions();
