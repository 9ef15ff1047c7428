-- What was hidden is seen again rather than lost.
alter table karte_images drop column deleted_at, drop column deleted_by;
alter table kartes drop column deleted_at, drop column deleted_by;
