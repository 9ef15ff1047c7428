-- migrate:up
-- The version also changes when a result is deleted, so it is no longer a time. Releases that are held now are refused as changed and wait again.
alter table held_releases alter column version type text using version::text;

-- migrate:down
delete from held_releases;
alter table held_releases alter column version type timestamptz(3) using now();
