-- Offers depend on who gets them: a product that is for others is not named (docs/decisions/062). Replaces app.offers(uuid, uuid[]).
-- p_facts: rows of app.audience_facts as JSON. A block that sells replaces this function.
create function app.offers_to(p_tenant uuid, p_facts jsonb, p_products uuid[])
returns table (id uuid, name text, price_cents integer, currency text, "interval" text) language sql stable
begin atomic
  select null::uuid as id, null::text as name, null::integer as price_cents, null::text as currency, null::text as "interval"
  where false;
end;

-- Kinds of a row say nothing about who may buy or open a thing without an author or a team.
create or replace function app.audience_kinds_of(p_tenant uuid, p_audience uuid)
returns table (place smallint, kind text, which text, opens_at timestamptz) language sql stable begin atomic
  select distinct on (t.place) t.place, t.kind, case when t.kind <> 'people' then t.which end as which, t.opens_at
  from app.audience_terms t
  where t.tenant_id = p_tenant and t.audience_id = p_audience and t.kind not in ('owner', 'team')
    and (t.closes_at is null or t.closes_at > now())
  order by t.place, t.which;
end;

-- An audience that something opens by stays. The units that reference audiences call this before one is deleted, so that its owner
-- reads what uses it instead of the name of a foreign key. A tenant that is being deleted is not asked.
create function app.keep_used_audience(p_tenant uuid, p_what text, p_names text[]) returns void language plpgsql
set search_path = '' as $$
begin
  if p_names <> '{}' and exists (select from public.tenants t where t.id = p_tenant) then
    raise exception 'The % “%”% this audience', p_what, p_names[1], case cardinality(p_names)
        when 1 then ' uses' when 2 then ' and 1 more use' else format(' and %s more use', cardinality(p_names) - 1) end
      using errcode = 'foreign_key_violation', hint = 'Choose another audience there first.', table = 'audiences';
  end if;
end $$;
