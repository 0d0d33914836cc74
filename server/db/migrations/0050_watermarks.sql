-- Copies of media with the watermark of a share drawn into them. They are made when a guest opens a file, and can be made again at
-- any time.

create table watermarks (
  id uuid constraint watermarks_pkey primary key,
  share_id uuid not null constraint watermarks_share_fkey references shares on delete cascade,
  file_id text not null constraint watermarks_media_fkey references media on delete cascade,
  -- STILLS: all images but those of pages. PAGES: those of the pages of a document. PROXY: the video that is played.
  part text not null constraint watermarks_part_check check (part in ('STILLS', 'PAGES', 'PROXY')),
  -- The setting of the share, and the guest whom it names: guests with the same name and address see the same copy. Null if it
  -- names none.
  watermark jsonb not null,
  guest_name text,
  guest_email text,
  -- SHA-256 of the three above, in hexadecimal.
  mark text not null,
  -- The text as it is drawn, with the day on which the copy was asked for.
  text text not null,
  -- Of the media that it is a copy of.
  revision uuid not null,
  state text not null default 'QUEUED'
    constraint watermarks_state_check check (state in ('QUEUED', 'PROCESSING', 'READY', 'FAILED')),
  -- As for media: a change by an earlier attempt has no effect.
  attempt integer not null default 0,
  tries integer not null default 0,
  cut_offs integer not null default 0,
  -- QUICK: a few images. LONG: takes minutes.
  lane text not null constraint watermarks_lane_check check (lane in ('QUICK', 'LONG')),
  -- The lowest first.
  priority smallint not null,
  progress double precision constraint watermarks_progress_check check (progress between 0 and 1),
  failure_code text,
  failure_message text,
  failure_retryable boolean,
  queued_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- When a guest last asked for it, to the hour.
  used_at timestamptz not null default now(),
  constraint watermarks_copy_key unique (share_id, file_id, part, mark, revision),
  constraint watermarks_failure_check check ((state = 'FAILED') = (failure_code is not null))
);
create index watermarks_file_idx on watermarks (file_id);
create index watermarks_used_idx on watermarks (used_at);
create index watermarks_queue_idx on watermarks (lane, priority, queued_at, id) where state = 'QUEUED';
create index watermarks_active_idx on watermarks (share_id, lane) where state in ('QUEUED', 'PROCESSING');
create index watermarks_guest_idx on watermarks (share_id, guest_name) where guest_name is not null;

create table watermark_derivatives (
  watermark_id uuid not null
    constraint watermark_derivatives_watermark_fkey references watermarks on delete cascade,
  -- As in media_derivatives.
  name text not null,
  object_id uuid not null constraint watermark_derivatives_object_fkey references objects,
  constraint watermark_derivatives_pkey primary key (watermark_id, name)
);
create index watermark_derivatives_object_idx on watermark_derivatives (object_id);

-- Objects of copies that were deleted. A periodic job removes their bytes within a minute, then the rows.
create table watermark_removals (
  object_id uuid constraint watermark_removals_pkey primary key
);

create function remove_watermark_objects() returns trigger language plpgsql as $$
begin
  insert into watermark_removals (object_id) select object_id from gone on conflict do nothing;
  update objects o set orphaned_at = now() from gone where o.id = gone.object_id;
  return null;
end $$;
create trigger watermark_derivatives_removed after delete on watermark_derivatives
  referencing old table as gone for each statement execute function remove_watermark_objects();

-- Every queued copy has a task.
create function queue_watermark() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job(case new.lane when 'LONG' then 'watermark-long' else 'watermark' end,
    json_build_object('watermarkId', new.id), job_key := 'watermark:' || new.id, priority := new.priority);
  return null;
end $$;
create trigger watermarks_queued after insert or update of state on watermarks
  for each row when (new.state = 'QUEUED') execute function queue_watermark();

-- The copies of a share end with it, and with its watermark.
create function end_watermarks_of_share() returns trigger language plpgsql as $$
begin
  delete from watermarks w
  where w.share_id = new.id and (new.ended_at is not null or new.watermark is distinct from w.watermark);
  return null;
end $$;
-- safe: a share is changed by hand, one at a time
create trigger shares_end_watermarks after update of ended_at, watermark on shares
  for each row when (new.ended_at is distinct from old.ended_at or new.watermark is distinct from old.watermark)
  execute function end_watermarks_of_share();
-- Shares that end by themselves.
-- safe: shares are few
create index shares_expiring_watermarks_idx on shares (expires_at) where watermark is not null;

-- The copies with the name of a guest end when the share ends for the last guest with this name.
create function end_watermarks_of_guest() returns trigger language plpgsql as $$
begin
  delete from watermarks w
  where w.share_id = old.share_id and w.guest_name = old.name and not exists (
    select from share_guests g
    where g.share_id = w.share_id and g.name = w.guest_name and (w.guest_email is null or g.email = w.guest_email)
      and g.ended_at is null and g.id <> old.id);
  return null;
end $$;
-- safe: a guest is ended by hand, one at a time
create trigger share_guests_end_watermarks after update of ended_at on share_guests
  for each row when (new.ended_at is not null and old.ended_at is null)
  execute function end_watermarks_of_guest();
create trigger share_guests_delete_watermarks after delete on share_guests
  for each row execute function end_watermarks_of_guest();
