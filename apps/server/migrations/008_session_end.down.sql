drop trigger users_end_sessions on users;
drop trigger sessions_deleted on sessions;
drop trigger sessions_ended on sessions;
drop function end_sessions();
drop function tell_session_ended();
