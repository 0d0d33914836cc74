-- Media is processed in lanes, each with slots of its own: a long video holds back no still.
alter table media
  add column lane text not null default 'STILLS'
    constraint media_lane_check check (lane in ('STILLS', 'POSTERS', 'PROXIES')),
  -- Codec, colour, audio tracks and the like, as the probe found them; null for files processed before this.
  add column technical jsonb,
  -- Of the original, in hexadecimal.
  add column sha256 text constraint media_sha256_check check (sha256 ~ '^[0-9a-f]{64}$');

update media m set lane = 'POSTERS' from files f
where f.id = m.file_id and m.state <> 'READY' and f.mime_type ~ '^video/|^application/mxf$';

-- The place of a file is counted within its lane.
drop index media_queue_idx;
create index media_queue_idx on media (lane, priority, queued_at, file_id) where state = 'PENDING';

-- The task named "media" is that of releases without lanes: what they have queued finds its lane from there.
create or replace function queue_media() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job(
    case new.lane when 'POSTERS' then 'media-posters' when 'PROXIES' then 'media-proxies' else 'media' end,
    json_build_object('fileId', new.file_id), job_key := 'media:' || new.file_id, priority := new.priority);
  return null;
end $$;
