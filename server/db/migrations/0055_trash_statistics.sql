-- Until a column has statistics, Postgres expects 0.5 % of its values to be null: it would plan as if nearly everything were in
-- the trash. Reads a sample, and locks nobody out.
analyze files (trash_id);
analyze folders (trash_id);
analyze comments (trash_id);
analyze versions (trash_id);
analyze skills (trash_id);
