-- migrate:up
-- `declined_at`: the patient does not want the product this time, with optional words. Recommending it again asks anew.
alter table recommendations
  add column declined_at timestamptz(3),
  add column declined_words text not null default '' check (char_length(declined_words) <= 500),
  add constraint recommendations_declined_check check (declined_at is not null or declined_words = '');
alter table passed_products add column updated_at timestamptz(3) not null default now();

-- migrate:down
alter table passed_products drop column updated_at;
alter table recommendations drop column declined_at, drop column declined_words;
