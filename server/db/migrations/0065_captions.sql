-- Captions of videos and audio: uploaded, found in the file, or transcribed (decision 102).

-- Subtitle tracks of the file that can be read as text; null for files from before.
alter table media add column caption_tracks smallint;

create table captions (
  id uuid constraint captions_pkey primary key,
  file_id text not null constraint captions_file_fkey references all_files on delete cascade,
  -- A language tag, such as pt-BR; `und` if it is not known.
  language text not null constraint captions_language_check check (char_length(language) between 1 and 35),
  label text constraint captions_label_check check (char_length(label) between 1 and 100),
  source text not null constraint captions_source_check check (source in ('UPLOADED', 'EMBEDDED', 'TRANSCRIBED')),
  -- The number of the track in the file.
  track smallint,
  -- QUEUED: nothing was sent. SENDING: the paid request may be under way; it is committed before the request, and never left for QUEUED
  -- after an answer that may have cost something.
  state text not null default 'READY' constraint captions_state_check check (state in ('QUEUED', 'SENDING', 'READY', 'FAILED')),
  -- Counted up by each claim of a worker. What an earlier one does comes too late.
  attempt integer not null default 0,
  -- Requests that the service refused for now, before it did anything.
  tries integer not null default 0,
  failure_code text,
  failure_message text,
  cue_count integer not null default 0,
  author_id uuid constraint captions_author_fkey references users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint captions_track_check check ((source = 'EMBEDDED') = (track is not null)),
  constraint captions_failure_check check ((state = 'FAILED') = (failure_code is not null))
);
create unique index captions_track_idx on captions (file_id, track) where track is not null;
-- A file is paid for once.
create unique index captions_transcribed_idx on captions (file_id) where source = 'TRANSCRIBED' and state <> 'FAILED';
create index captions_file_idx on captions (file_id, created_at, id);
create index captions_author_idx on captions (author_id) where author_id is not null;
create index captions_waiting_idx on captions (id) where state in ('QUEUED', 'SENDING');

create table caption_cues (
  caption_id uuid not null constraint caption_cues_caption_fkey references captions on delete cascade,
  position integer not null,
  start_ms bigint not null,
  end_ms bigint not null,
  text text not null,
  -- As comments have one for the search.
  key text not null,
  constraint caption_cues_pkey primary key (caption_id, position),
  constraint caption_cues_time_check check (start_ms >= 0 and end_ms > start_ms)
);
create index caption_cues_key_idx on caption_cues using gin (key gin_trgm_ops);
