-- migrate:up
-- Checkups with results that wait for their release: a small part of all, listed across patients and by patient.
create index test_packages_waiting_release on test_packages (user_id) where status = 0 and released_at is null and cancelled_at is null;

-- migrate:down
drop index test_packages_waiting_release;
