-- migrate:up
-- `name_kana`: reading for the search. `stock_reason`: why an administrator last changed the stock; the record of changes has the earlier ones.
alter table products
  add column name_kana text not null default '' check (char_length(name_kana) <= 200),
  add column stock_reason text not null default '' check (char_length(stock_reason) <= 200);
-- loads the readings
update reference_versions set hash = '' where name = 'products';

-- migrate:down
alter table products drop column name_kana, drop column stock_reason;
