-- Rules that are stored in a row instead of public.audiences, for rows that belong to no tenant (docs/decisions/061).

-- Whether a rule opens by these facts: rows of app.audience_facts as JSON. The same condition as in app.my_audiences.
create function app.rule_opens(p_rule jsonb, p_facts jsonb) returns boolean language sql stable
begin atomic
  select exists (
    select from jsonb_array_elements(p_rule -> 'any') as a (rule)
    join app.audience_kinds k on k.kind = a.rule ->> 'kind'
    join jsonb_to_recordset(p_facts) as f (kind text, which text, since timestamptz) on f.kind = k.kind
      and case when k.value = 'ids' then a.rule -> k.field ? f.which else f.which = coalesce(a.rule ->> k.field, '') end
    where coalesce((a.rule ->> 'from')::timestamptz, now()) <= now()
      and coalesce((a.rule ->> 'until')::timestamptz, 'infinity') > now()
      and (not a.rule ? 'after_days' or f.since + make_interval(hours => 24 * (a.rule ->> 'after_days')::integer) <= now()));
end;

-- What a closed thing may offer: the products of this list that the tenant sells now. A block that sells replaces it.
create function app.offers(p_tenant uuid, p_products uuid[])
returns table (id uuid, name text, price_cents integer, currency text, "interval" text) language sql stable
begin atomic
  select null::uuid as id, null::text as name, null::integer as price_cents, null::text as currency, null::text as "interval"
  where false;
end;
