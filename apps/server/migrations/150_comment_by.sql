-- migrate:up
-- Who wrote the comment of a checkup as it is now, and when: not always who released the checkup. Kept with the comment when a release is withdrawn.
alter table test_packages
  add column comment_by bigint references users (id),
  add column commented_at timestamptz(3);
update test_packages set comment_by = released_by, commented_at = released_at where comment is not null;

-- migrate:down
alter table test_packages drop column comment_by, drop column commented_at;
