-- The source timecode of videos and audio (decision 100). All columns are null for files without one.
alter table media
  -- Frames from 00:00:00:00 to the first frame, at the frame rate of the file.
  add column start_frame bigint,
  -- Whether the timecode skips numbers.
  add column drop_frame boolean,
  -- Audio: milliseconds from midnight to the first sample, and for Broadcast Wave the same in samples.
  add column start_ms bigint,
  add column start_sample bigint;

-- The timecode of a frame, counted from 00:00:00:00, as `timecode` in core/frames.ts writes it. Comments are written as text by
-- the database, so that it must know this as well.
create function timecode_text(counted bigint, base integer, dropped boolean) returns text
language plpgsql immutable strict parallel safe as $$
declare
  skipped constant integer := case when dropped then base / 15 else 0 end;
  ten_minutes constant integer := 600 * base - 9 * skipped;
  frame constant bigint := counted % (144 * ten_minutes);
  part constant bigint := frame % ten_minutes;
  minutes constant bigint := case when part < 60 * base then 0 else 1 + (part - 60 * base) / (60 * base - skipped) end;
  number constant bigint := frame + skipped * (9 * (frame / ten_minutes) + minutes);
  seconds constant bigint := number / base;
  frames constant text := (number % base)::text;
begin
  return concat(lpad((seconds / 3600)::text, 2, '0'), ':', lpad((seconds / 60 % 60)::text, 2, '0'), ':',
    lpad((seconds % 60)::text, 2, '0'), case when dropped then ';' else ':' end, lpad(frames, greatest(2, length(frames)), '0'));
end $$;

-- One row while files from before have no timecode; a periodic job goes through them, after `position`, and then deletes it.
create table timecodes_missing (
  position text not null
);
insert into timecodes_missing (position) values ('');
