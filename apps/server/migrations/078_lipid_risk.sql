-- migrate:up
-- The risk category of a patient by the guideline of the Japan Atherosclerosis Society 2022, as a clinician judged it. It gives targets of lipids beside the
-- judgement by reference range, which it does not change.
create table lipid_risks (
  user_id bigint primary key references patients (user_id) on delete cascade,
  risk text not null check (risk in ('low', 'medium', 'high', 'high_strict', 'secondary', 'secondary_strict')),
  set_by bigint not null references users (id),
  updated_at timestamptz(3) not null default now()
);
create index lipid_risks_set_by on lipid_risks (set_by);
call audit_table('lipid_risks');

-- migrate:down
drop table lipid_risks;
