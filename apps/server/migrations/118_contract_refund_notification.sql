-- migrate:up
-- the kinds that are mailed, as in `isMailed`
drop index notifications_unmailed;
create index notifications_unmailed on notifications (unmailed_since)
  where checked_at is null and mailed_at is null
    and kind in (
      'message', 'mention', 'reminder', 'interview_summary', 'contract_payment', 'contract_refunded',
      'order_paid', 'order_shipped', 'order_cancelled', 'order_refunded'
    );

-- migrate:down
drop index notifications_unmailed;
create index notifications_unmailed on notifications (unmailed_since)
  where checked_at is null and mailed_at is null
    and kind in ('message', 'mention', 'reminder', 'interview_summary', 'contract_payment', 'order_paid', 'order_shipped', 'order_cancelled', 'order_refunded');
