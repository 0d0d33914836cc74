-- no transaction
-- The daily clean-up finds the uploads that were never completed, among all objects.
create index concurrently if not exists objects_open_idx on objects (created_at) where stored_at is null;
