-- migrate:up
-- `sequence` of the last change that the patient is mailed about
alter table interviews add column notice_sequence integer not null default 0;
-- mails that wait now are still sent
update interviews set notice_sequence = sequence where sequence > 0;

-- migrate:down
alter table interviews drop column notice_sequence;
