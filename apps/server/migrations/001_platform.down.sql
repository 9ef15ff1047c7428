drop table limited_attempts, idempotency_keys, audit_logs, events, event_counter, reference_versions;
drop function publish_event(bigint, bigint, text[]);
drop function refuse_change();
alter default privileges in schema public revoke usage, select on sequences from sukoyaka_app;
alter default privileges in schema public revoke select, insert, update, delete on tables from sukoyaka_app;
revoke select on schema_migrations from sukoyaka_app;
revoke usage on schema public from sukoyaka_app;
