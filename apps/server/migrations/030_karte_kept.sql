-- migrate:up
-- A note, or a picture of one, that is deleted is hidden and kept: records of care are held for five years and longer.
alter table kartes
  add column deleted_at timestamptz(3),
  add column deleted_by bigint references users (id),
  add constraint kartes_deleted check (num_nonnulls(deleted_at, deleted_by) <> 1);
create index kartes_deleted_by on kartes (deleted_by) where deleted_by is not null;

alter table karte_images
  add column deleted_at timestamptz(3),
  add column deleted_by bigint references users (id),
  add constraint karte_images_deleted check (num_nonnulls(deleted_at, deleted_by) <> 1);
create index karte_images_deleted_by on karte_images (deleted_by) where deleted_by is not null;

-- migrate:down
-- Deleted notes and images become visible again instead of being lost.
alter table karte_images drop column deleted_at, drop column deleted_by;
alter table kartes drop column deleted_at, drop column deleted_by;
