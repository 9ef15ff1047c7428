-- migrate:up
-- The mail job looks for this kind every minute. It is not in the list of `notifications_unmailed_staff`, because a later migration creates that index.
create index notifications_unmailed_red_flag on notifications (unmailed_since)
  where checked_at is null and mailed_at is null and kind = 'red_flag_symptoms';

-- migrate:down
drop index notifications_unmailed_red_flag;
