-- migrate:up
-- However a session ends, every server is notified at the commit, to close its open streams. A new password or role, or a deactivation, ends all
-- sessions of the person.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $$;
create trigger sessions_ended after update of ended_at, expires_at on sessions for each row
  when (new.ended_at is not null or new.expires_at <= now()) execute function tell_session_ended();
create trigger sessions_deleted after delete on sessions for each row execute function tell_session_ended();

create function end_sessions() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = now() where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger users_end_sessions after update of password_hash, role, deactivated_at on users for each row
  when (old.password_hash is distinct from new.password_hash or old.role <> new.role or (old.deactivated_at is null and new.deactivated_at is not null))
  execute function end_sessions();

-- migrate:down
drop trigger users_end_sessions on users;
drop trigger sessions_deleted on sessions;
drop trigger sessions_ended on sessions;
drop function end_sessions();
drop function tell_session_ended();
