-- migrate:up
-- The `updated_at` of the note that the text of the draft is based on; null for a new note, and unknown for the drafts saved before.
alter table karte_drafts add column karte_updated_at timestamptz(3);

-- migrate:down
alter table karte_drafts drop column karte_updated_at;
