-- A builder's table can say `references auth.users (id)`, as on the official service. Ids are random over all pools, so
-- this tells no tenant about another. It is the second listed exception to "nothing is unique across tenants": leave it out
-- where the schema is distributed by tenant.
alter table auth.users add constraint users_id_key unique (id);
-- The plain index on the same column; a distributed schema keeps it instead.
drop index auth.users_id;
