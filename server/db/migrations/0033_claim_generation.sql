-- The slots of a provider. Both functions hold its lock for this call only, because their commits are not flushed. Each
-- statement of a function sees what was committed while an earlier one waited for the lock.

-- Queues the task of the first generation in the provider's queue that has none.
create function wake_generation(of_provider text) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('dailies generation ' || of_provider, 0));
  perform graphile_worker.add_job('generation',
    json_build_object('fileId', next.file_id, 'attempt', next.attempt, 'provider', of_provider),
    job_key := 'generation:' || next.file_id, run_at := clock_timestamp(), priority := 0)
  from (
    select file_id, attempt from generations
    where provider = of_provider and state = 'QUEUED' and (not_before is null or not_before <= clock_timestamp())
      and not exists (
        select from graphile_worker._private_jobs j where j.key = 'generation:' || file_id
          and (j.locked_at is not null or j.attempts < j.max_attempts))
    order by queued_at, file_id limit 1
  ) next;
end $$;

-- QUEUED → STARTING, if the provider has a free slot that no earlier generation is about to take. Returns whether it was
-- claimed; the caller flushes the claim with a change of its own before it pays. While further slots are free, the next
-- generation without a task is woken.
create function claim_generation(
  of_file text, of_attempt integer, of_provider text, slots integer, deadline_seconds double precision, by_job bigint,
  reference uuid
) returns boolean language plpgsql as $$
declare
  free bigint;
  earlier bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('dailies generation ' || of_provider, 0));
  select slots - count(*) into free from generations
  where provider = of_provider and state in ('STARTING', 'RUNNING', 'FETCHING');
  select count(*) into earlier from (
    select q.file_id from generations q join generations own on own.file_id = of_file
    where q.provider = of_provider and q.state = 'QUEUED' and (q.not_before is null or q.not_before <= clock_timestamp())
      and (q.queued_at, q.file_id) < (own.queued_at, own.file_id)
    order by q.queued_at, q.file_id limit greatest(free, 0)
  ) before_it
  where exists (
    select from graphile_worker._private_jobs j where j.key = 'generation:' || before_it.file_id
      and j.run_at <= clock_timestamp() and (j.locked_at is not null or j.attempts < j.max_attempts));
  if free > earlier then
    update generations set state = 'STARTING', client_reference = reference, not_before = null, starting_job = by_job,
      started_at = clock_timestamp(), deadline_at = clock_timestamp() + make_interval(secs => deadline_seconds)
    where file_id = of_file and attempt = of_attempt and state = 'QUEUED'
      and (not_before is null or not_before <= clock_timestamp())
      and not exists (select from settings where name = 'restored_copy');
    if found then
      if exists (
        select from (
          select file_id from generations
          where provider = of_provider and state = 'QUEUED' and (not_before is null or not_before <= clock_timestamp())
          order by queued_at, file_id limit free - 1
        ) next
        where not exists (
          select from graphile_worker._private_jobs j where j.key = 'generation:' || next.file_id
            and (j.locked_at is not null or j.attempts < j.max_attempts))
      ) then
        perform wake_generation(of_provider);
      end if;
      return true;
    end if;
  end if;
  -- This task ends: without its key, the generation counts as one without a task, and can be woken.
  update graphile_worker._private_jobs set key = null where id = by_job and key = 'generation:' || of_file;
  return false;
end $$;
