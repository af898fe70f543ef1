-- A way in that takes days of membership says how many.
create or replace function app.ways_to_item(p_tenant uuid, p_audience uuid) returns jsonb language sql stable begin atomic
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', k.kind, 'item_id', b.id,
      'name', case when k.kind = 'role' then k.which else b.name end,
      'from', case when k.opens_at > now() then to_char(k.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
      'after_days', (select t.after_days from app.audience_terms t
        where t.tenant_id = p_tenant and t.audience_id = p_audience and t.place = k.place limit 1)))
    order by k.place), '[]')
  from app.audience_kinds_of(p_tenant, p_audience) k
  left join public.items b on b.tenant_id = p_tenant and b.active and not b.hidden_from_others
    and b.id = case when k.kind = 'bought' then k.which::uuid end;
end;
