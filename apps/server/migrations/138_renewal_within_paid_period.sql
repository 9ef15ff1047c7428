-- migrate:up
-- A contract is renewed without a payment not only if it is not paid by card, but also if its next payment is due after its end.
drop index contracts_renewal_due;
create index contracts_renewal_due on contracts (ended_at) where auto_update;

-- migrate:down
drop index contracts_renewal_due;
create index contracts_renewal_due on contracts (ended_at) where auto_update and next_payment_date is null;
