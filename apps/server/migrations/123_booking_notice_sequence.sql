-- migrate:up
-- `sequence` of the last change that the patient is mailed about
alter table test_packages add column notice_sequence integer not null default 0;
-- mails that wait now are still sent
update test_packages set notice_sequence = sequence where sequence > 0;

-- migrate:down
alter table test_packages drop column notice_sequence;
