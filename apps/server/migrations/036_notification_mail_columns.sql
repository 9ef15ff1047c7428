-- migrate:up
-- told_at and untold_since concern mail alone: pushed_at is the time of the push.
alter table notifications rename column told_at to mailed_at;
alter table notifications rename column untold_since to unmailed_since;
alter index notifications_untold rename to notifications_unmailed;

-- migrate:down
alter index notifications_unmailed rename to notifications_untold;
alter table notifications rename column unmailed_since to untold_since;
alter table notifications rename column mailed_at to told_at;
