-- migrate:up
-- What is in a product, for the comparison with the medicines and allergies of a patient. Null: not known, so nothing can be compared.
alter table products
  add column ingredients text[] check (cardinality(ingredients) <= 50),
  add column allergens text[] not null default '{}' check (cardinality(allergens) <= 50);

-- migrate:down
alter table products drop column ingredients, drop column allergens;
