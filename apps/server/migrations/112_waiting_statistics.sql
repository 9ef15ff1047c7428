-- migrate:up
-- Checkups that wait for their release are few, but each of the three conditions alone holds for many: without this the planner reads the whole table.
create statistics test_packages_waiting (mcv) on status, released_at, cancelled_at from test_packages;
analyze test_packages;

-- migrate:down
drop statistics test_packages_waiting;
