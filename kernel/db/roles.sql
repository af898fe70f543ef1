-- The roles that requests run as. They belong to the whole PostgreSQL server, so no dump of a database holds them:
-- run this as the owner of the new database before you restore a dump (docs/backup.md). Safe to run again.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'end_user', 'service_role'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
end $$;
