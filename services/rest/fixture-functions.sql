-- Functions with unnamed parameters, overloads, and functions that take a row. official-client-functions.test.ts
-- calls each of them.
create table public.bakers (name text primary key, town text not null);
create table public.licenses (id integer primary key, baker text not null references public.bakers);
create table public.loaves (
  id integer primary key,
  baker text not null references public.bakers,
  kind text not null
);
create table public.bakes (
  id integer,
  day date,
  warmth text not null,
  primary key (id, day)
) partition by range (day);
create table public.bakes_2026 partition of public.bakes for values from ('2026-01-01') to ('2027-01-01');
create view public.town_bakers with (security_invoker) as select * from public.bakers where town = 'Ulm';
create view public.newest_loaves with (security_invoker) as select * from public.loaves order by id desc limit 100;

insert into public.bakers values ('ada', 'Ulm'), ('bo', 'Bonn');
insert into public.licenses values (1, 'ada');
insert into public.loaves values (1, 'ada', 'Rye'), (2, 'ada', 'Spelt');
insert into public.bakes values (1, '2026-05-01', 'hot');
do $$
declare name text;
begin
  foreach name in array array['bakers', 'licenses', 'loaves', 'bakes', 'bakes_2026'] loop
    perform app.protect(('public.' || name)::regclass);
    execute format('grant select on public.%I to anon', name);
    execute format('create policy everybody_reads on public.%I for select to anon using (true)', name);
  end loop;
end $$;
grant select on public.town_bakers, public.newest_loaves to anon;

-- Functions that take a row, with a named or unnamed parameter; one name covers the rows of two tables.
create function public.loaves_of(license_row public.licenses) returns setof public.loaves language sql stable
  begin atomic select * from public.loaves where baker = license_row.baker order by id; end;
create function public.loaves_of(baker_row public.bakers) returns setof public.loaves language sql stable
  begin atomic select * from public.loaves where baker = baker_row.name order by id; end;
create function public.loaves_in_town(public.town_bakers) returns setof public.newest_loaves language sql stable
  begin atomic select * from public.newest_loaves where baker = $1.name; end;
create function public.license_of(baker_row public.bakers) returns public.licenses language sql stable
  begin atomic select * from public.licenses where baker = baker_row.name limit 1; end;
create function public.one_license_of(public.bakers) returns setof public.licenses rows 1 language sql stable
  begin atomic select * from public.licenses where baker = $1.name; end;
create function public.short_kind(public.loaves) returns character varying language sql stable
  return substring($1.kind, 1, 2);
create function public.how_warm(public.bakes) returns text language sql stable set search_path = ''
  as 'select upper($1.warmth)';
create function public.loaves_by(baker_name text) returns setof public.loaves language sql stable
  begin atomic select * from public.loaves where baker = baker_name order by id; end;
create function public.newest_by(baker_name text) returns setof public.newest_loaves language sql stable
  begin atomic select * from public.newest_loaves where baker = baker_name; end;
create function public.first_by_name() returns public.bakers language sql stable
  begin atomic select * from public.bakers order by name limit 1; end;
create function public.everyone() returns setof public.bakers language sql stable
  begin atomic select * from public.bakers order by name; end;

-- Overloads that differ by parameter names.
create function public.clash() returns void language sql begin atomic end;
create function public.clash(a text) returns integer language sql return 1;
create function public.clash(a integer) returns text language sql return 'integer';
create function public.chosen() returns void language sql begin atomic end;
create function public.chosen(a text) returns integer language sql return 1;
create function public.chosen(b integer) returns text language sql return 'integer';
create function public.chosen(license_id bigint) returns setof public.licenses language sql stable
  begin atomic select * from public.licenses where id = license_id; end;
create function public.chosen(loaf_id bigint, search text default '') returns setof public.loaves language sql stable
  begin atomic select * from public.loaves where id = loaf_id and kind = search; end;
create function public.chosen(baker_row public.bakers) returns setof public.loaves language sql stable
  begin atomic select * from public.loaves where baker = baker_row.name order by id; end;

-- Overloads without parameter names. A request ignores candidates that only PostgreSQL could tell apart.
create function public.shape(boolean) returns integer language sql return 1;
create function public.shape(integer) returns integer language sql return 2;
create function public.shape(text) returns text language sql return 'text ' || $1;
create function public.maybe_shape() returns integer language sql return 1;
create function public.maybe_shape(boolean) returns integer language sql return 2;
create function public.maybe_shape(text) returns text language sql return 'text ' || $1;
create function public.one_unnamed_parameter_integer(integer) returns integer language sql return 1;
create function public.one_unnamed_parameter_json(json) returns text language sql return 'json ' || $1::text;
create function public.one_unnamed_parameter_jsonb(jsonb) returns text language sql return 'jsonb ' || $1::text;
create function public.one_unnamed_parameter_text(text) returns text language sql return 'text ' || $1;
create function public.takes_two(text, integer) returns text language sql return 'two';
create function public.takes_some(text, b integer) returns text language sql return 'some';
create function public.filled() returns integer language sql return 1;
create function public.filled(integer default 42) returns integer language sql return 2;
create function public.filled(text default 'default') returns text language sql return 'text ' || $1;
create function public.filled(boolean default true) returns integer language sql return 3;
create function public.filled_alone(text default 'default') returns text language sql return 'text ' || $1;
create function public.named_or_whole(a integer) returns text language sql return 'named';
create function public.named_or_whole(jsonb) returns text language sql return 'whole ' || $1::text;
create function public.whole_twice(json) returns text language sql return 'json';
create function public.whole_twice(jsonb) returns text language sql return 'jsonb';

grant execute on all functions in schema public to anon;
