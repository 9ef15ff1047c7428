-- migrate:up
-- The mail job looks for these kinds every minute. They are not in the list of `notifications_unmailed`, because a later migration creates that index.
create index notifications_unmailed_regular on notifications (unmailed_since)
  where checked_at is null and mailed_at is null and kind in ('regular_delivery_payment', 'regular_delivery_skipped');

-- migrate:down
drop index notifications_unmailed_regular;
