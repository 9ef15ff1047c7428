-- migrate:up
-- Checkups with results that wait for their release: a small part of all, listed across patients.
create index test_packages_waiting_release on test_packages (id) where status = 0 and released_at is null and cancelled_at is null;

-- migrate:down
drop index test_packages_waiting_release;
