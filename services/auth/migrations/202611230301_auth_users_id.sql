-- A builder's table can say `references auth.users (id)`, as on the official service. Ids are random over all pools, so
-- this tells no tenant about another. It is the second listed exception to "nothing is unique across tenants": leave it out
-- where the schema is distributed by tenant.
do $$
declare
  twice bigint := (select count(*) from (select id from auth.users group by id having count(*) > 1) ids);
begin
  if twice > 0 then
    raise exception '% user ids exist in several pools, as an import into a second tenant made them', twice
      using hint = 'Delete the users of one of the pools, start again, and import them anew: they get other ids there.';
  end if;
end $$;
alter table auth.users add constraint users_id_key unique (id);
-- The plain index on the same column; a distributed schema keeps it instead.
drop index auth.users_id;
