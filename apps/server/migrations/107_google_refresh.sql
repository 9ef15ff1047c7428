-- migrate:up
-- While one server exchanges the refresh token, the others wait. `refused_at`: Google no longer takes it, and the person has to allow again.
alter table google_api_tokens
  add column refreshing_until timestamptz(3),
  add column refused_at timestamptz(3);

-- migrate:down
alter table google_api_tokens drop column refreshing_until, drop column refused_at;
