-- migrate:up
-- The mail job looks for these kinds every minute. They are not in the list of `notifications_unmailed_staff`, because a later migration creates that index.
create index notifications_unmailed_refund on notifications (unmailed_since)
  where checked_at is null and mailed_at is null and kind in ('order_refund_failed', 'contract_refund_failed');

-- migrate:down
drop index notifications_unmailed_refund;
