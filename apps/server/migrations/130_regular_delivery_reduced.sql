-- migrate:up
-- The mail job looks for these kinds every minute. `regular_delivery_reduced`: a product of the delivery is no longer sold.
drop index notifications_unmailed_regular;
create index notifications_unmailed_regular on notifications (unmailed_since)
  where checked_at is null and mailed_at is null and kind in ('regular_delivery_payment', 'regular_delivery_skipped', 'regular_delivery_reduced');

-- migrate:down
drop index notifications_unmailed_regular;
create index notifications_unmailed_regular on notifications (unmailed_since)
  where checked_at is null and mailed_at is null and kind in ('regular_delivery_payment', 'regular_delivery_skipped');
delete from notifications where kind = 'regular_delivery_reduced';
