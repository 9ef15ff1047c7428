-- migrate:up
-- A person with high stress asks for an interview with a doctor. Only with a shared result: the doctor has to see it.
alter table job_stress_checks
  add column interview_requested_at timestamptz(3),
  add column interview_note text not null default '' check (char_length(interview_note) <= 500),
  add constraint job_stress_checks_requested check (interview_requested_at is null or (consented_at is not null and is_high_stress));

-- migrate:down
alter table job_stress_checks drop column interview_requested_at, drop column interview_note;
