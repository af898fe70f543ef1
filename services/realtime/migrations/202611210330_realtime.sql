-- Realtime: messages between people who look at the same thing, who is there, and what changed in the database.
create schema realtime;
grant usage on schema realtime to anon, authenticated, end_user, service_role;
