-- migrate:up
-- The newest dispute (chargeback) that Stripe reported for the payment. Null: there was none.
alter table payments
  -- Stripe's id
  add column dispute text,
  add column dispute_status text check (dispute_status in ('open', 'won', 'lost')),
  add column dispute_amount integer,
  -- until when evidence can be submitted
  add column dispute_due_at timestamptz(3);

-- the mail job looks for these kinds every minute
drop index notifications_unmailed_refund;
create index notifications_unmailed_refund on notifications (unmailed_since)
  where checked_at is null and mailed_at is null and kind in ('order_refund_failed', 'contract_refund_failed', 'order_disputed', 'contract_disputed');

-- migrate:down
drop index notifications_unmailed_refund;
create index notifications_unmailed_refund on notifications (unmailed_since)
  where checked_at is null and mailed_at is null and kind in ('order_refund_failed', 'contract_refund_failed');
delete from notifications where kind in ('order_disputed', 'contract_disputed');
alter table payments drop column dispute, drop column dispute_status, drop column dispute_amount, drop column dispute_due_at;
