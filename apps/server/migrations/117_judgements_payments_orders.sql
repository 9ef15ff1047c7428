-- migrate:up
-- What the row wrote: an undo restores `judgements_before` only while the checkup still has these. Null if the row wrote none.
alter table import_rows add column judgements_written jsonb;
-- only imports write judgements: what a row wrote is what the next one found, or what the checkup has now
update import_rows r set judgements_written = coalesce(w.found_next, p.provider_judgements)
from (
  select r.import_id, r.line, r.test_package_id, lead(r.judgements_before) over (partition by r.test_package_id order by i.applied_at, i.id) as found_next
  from import_rows r join results_imports i on i.id = r.import_id where r.judgements_before is not null
) w join test_packages p on p.id = w.test_package_id
where r.import_id = w.import_id and r.line = w.line;

-- The payment that paid the charge: one that came later was refunded, in the transaction that stored it.
alter table contract_charges add column payment_id bigint references payments (id) on delete set null;
create index contract_charges_payment on contract_charges (payment_id) where payment_id is not null;
update contract_charges c set payment_id = p.id from contract_charge_payments l join payments p on p.id = l.payment_id
where l.charge_id = c.id and c.status = 'paid' and p.status = 'succeeded'
  and not exists (select from refunds r where r.payment_id = p.id and r.created_at = p.paid_at);

-- orders that were stored when they came again
delete from external_orders e using orders o where o.external_id = e.external_id;

-- migrate:down
alter table contract_charges drop column payment_id;
alter table import_rows drop column judgements_written;
