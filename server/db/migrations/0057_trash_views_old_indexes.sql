-- no transaction
-- Replaced by the indexes of 0054_trash_indexes.sql, which the views use.
drop index concurrently if exists files_list_idx;
drop index concurrently if exists files_restricted_idx;
drop index concurrently if exists files_pictured_idx;
drop index concurrently if exists files_pictured_restricted_idx;
drop index concurrently if exists files_updated_idx;
drop index concurrently if exists files_name_idx;
drop index concurrently if exists files_size_idx;
drop index concurrently if exists files_tag_idx;
drop index concurrently if exists files_kind_idx;
drop index concurrently if exists comments_counted_idx;
drop index concurrently if exists comments_open_idx;
drop index concurrently if exists comments_replies_idx;
drop index concurrently if exists comments_activity_idx;
