-- migrate:up
-- How many days before the next delivery its order is placed. Stored with the day, so that the last day for changes, which the patient reads, stays the same
-- when the lead time of the shop changes. The next deliveries that are agreed now keep their two days.
alter table regular_deliveries add column order_lead_days smallint not null default 2 check (order_lead_days between 2 and 21);
drop index regular_deliveries_due;
create index regular_deliveries_due on regular_deliveries ((next_on - order_lead_days)) where status = 'active';

-- migrate:down
drop index regular_deliveries_due;
create index regular_deliveries_due on regular_deliveries (next_on) where status = 'active';
alter table regular_deliveries drop column order_lead_days;
