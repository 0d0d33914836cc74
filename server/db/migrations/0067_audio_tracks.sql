-- The audio tracks of a file, and the loudness of the one that is played (decision 104). Null for files from before.
alter table media
  add column audio_tracks jsonb,
  add column loudness jsonb;
