-- migrate:up
-- `timed_fee`: the fee with a chosen day. `lead_days`: days until the earliest delivery of products whose stock is counted; others come from the supplier first.
alter table delivery_rules
  add column timed_fee integer not null default 880 check (timed_fee >= 0),
  add column lead_days smallint not null default 3 check (lead_days between 1 and 60),
  add column supplier_lead_days smallint not null default 5 check (supplier_lead_days between 1 and 60),
  add column max_days smallint not null default 30 check (max_days between 1 and 90);

alter table orders
  add column delivery_on date,
  add column delivery_window text check (delivery_window in ('am', '14_16', '16_18', '18_20', '19_21')),
  add constraint orders_delivery_check check (delivery_window is null or delivery_on is not null);

alter table regular_deliveries
  add column delivery_window text check (delivery_window in ('am', '14_16', '16_18', '18_20', '19_21'));

-- words by which administrators find a category
alter table product_categories add column name_search text not null default '';
-- loads them
update reference_versions set hash = '' where name = 'products';

-- migrate:down
alter table product_categories drop column name_search;
alter table regular_deliveries drop column delivery_window;
alter table orders drop column delivery_window, drop column delivery_on;
alter table delivery_rules drop column timed_fee, drop column lead_days, drop column supplier_lead_days, drop column max_days;
