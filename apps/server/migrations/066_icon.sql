-- migrate:up
-- The URL of an icon holds the key of its file, by which the server finds whose it is.
create unique index users_icon on users (icon) where icon is not null;

-- migrate:down
drop index users_icon;
