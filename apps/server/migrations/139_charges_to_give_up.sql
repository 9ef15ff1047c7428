-- migrate:up
-- Charges whose tries are over: the patient can still pay them until the contract ends.
create index contract_charges_tried on contract_charges (first_tried_on) where status = 'due' and next_try_on is null;

-- migrate:down
drop index contract_charges_tried;
