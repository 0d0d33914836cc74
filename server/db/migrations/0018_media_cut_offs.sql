-- Workers that were killed in the middle of a file are counted apart from tries that failed: a restart is not the file's fault.
alter table media add column cut_offs integer not null default 0;

-- Files that ended as failed only because workers were killed. They are tried again, behind new files; their jobs come by the
-- clock, because the queue may not be there yet.
alter table media disable trigger media_queued;
update media set state = 'PENDING', attempt = attempt + 1, tries = 0, stage = null, priority = 10,
  failure_code = null, failure_message = null, failure_retryable = null, started_at = null, ended_at = null
where state = 'FAILED' and failure_code = 'tool_failed' and failure_message like 'Making previews was cut off several times%';
alter table media enable trigger media_queued;
