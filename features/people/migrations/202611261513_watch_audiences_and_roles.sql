-- Creators watch audiences and roles, as they watch the other tables that they read. Who has a role is not sent: giving it to
-- 1,000 members would be as many events.
select realtime.publish(name::regclass) from unnest(array['public.audiences', 'public.roles']) as name;
