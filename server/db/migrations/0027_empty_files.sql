-- Files of 0 bytes.

alter table objects
  drop constraint objects_size_check,
  add constraint objects_size_check check (size between 0 and 5497558138880);
