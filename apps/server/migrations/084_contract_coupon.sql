-- migrate:up
update contracts set coupon_id = null where coupon_id is not null and not exists (select from coupons where coupons.id = contracts.coupon_id);
alter table contracts add foreign key (coupon_id) references coupons (id);
create index contracts_coupon on contracts (coupon_id) where coupon_id is not null;

-- A coupon is used by an order or by the first payment of a contract.
alter table coupon_uses
  alter column order_id drop not null,
  add column contract_id bigint unique references contracts (id) on delete cascade,
  add constraint coupon_uses_owner check (num_nonnulls(order_id, contract_id) = 1);

-- `amount` is what is paid after the discount. `coupon_id`: the coupon that reduces it.
alter table contract_charges
  add column discount integer not null default 0 check (discount >= 0),
  add column coupon_id bigint references coupons (id),
  add constraint contract_charges_discount check (discount = 0 or coupon_id is not null);
create index contract_charges_coupon on contract_charges (coupon_id) where coupon_id is not null;

-- migrate:down
alter table contract_charges drop column discount, drop column coupon_id;
delete from coupon_uses where order_id is null;
alter table coupon_uses drop column contract_id, alter column order_id set not null;
drop index contracts_coupon;
alter table contracts drop constraint contracts_coupon_id_fkey;
