-- The generations that ended before they were counted.
insert into generation_totals (workspace_id, month, provider, outcome, count)
select f.workspace_id, date_trunc('month', g.ended_at at time zone 'UTC'), g.provider, g.state, count(*)
from generations g join file_places f on f.file_id = g.file_id
where g.state in ('DONE', 'FAILED', 'CANCELLED') and g.ended_at is not null
  and g.ended_at < (select applied_at from migrations where name = '0058_usage.sql')
group by 1, 2, 3, 4;
