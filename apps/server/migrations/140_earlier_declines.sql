-- migrate:up
-- The declines of a recommendation before the product was recommended again, oldest first: the words may name a reaction to the product.
alter table recommendations add column earlier_declines jsonb not null default '[]' check (jsonb_typeof(earlier_declines) = 'array');

-- migrate:down
alter table recommendations drop column earlier_declines;
