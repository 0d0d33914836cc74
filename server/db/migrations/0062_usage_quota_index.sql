-- no transaction
-- Nothing sums up the objects of a workspace any more.
drop index concurrently if exists objects_quota_idx;
