-- migrate:up
-- Releases that were decided and can still be stopped: nothing reaches the patient before `releases_at`. `version` is the version that was reviewed.
create table held_releases (
  test_package_id bigint primary key references test_packages (id) on delete cascade,
  user_id bigint not null references patients (user_id) on delete cascade,
  version timestamptz(3) not null,
  comment text check (char_length(comment) between 1 and 2000),
  called_on date,
  held_by bigint not null references users (id) on delete cascade,
  releases_at timestamptz(3) not null
);
create index held_releases_user on held_releases (user_id);
create index held_releases_held_by on held_releases (held_by);
create index held_releases_due on held_releases (releases_at);

-- migrate:down
drop table held_releases;
