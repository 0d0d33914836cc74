-- Events are partitioned by the period in which they were numbered (decision 70). The rows that exist are in the first
-- period, which has no beginning; the constraint proves it when the table becomes a partition.
alter table events
  add column period timestamptz not null default '-infinity',
  add constraint events_first_period_check check (period = '-infinity') not valid;
