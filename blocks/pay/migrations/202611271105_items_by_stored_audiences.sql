-- As in 202611261741, by the audiences that are stored (docs/decisions/077).
alter policy public_catalogue on public.items
  using (active and tenant_id = coalesce(app.tenant_id(), app.asked('tenant_id')::uuid)
    and (not hidden_from_others or audience_id is null
      or audience_id = any (array(select o.id from app.open_to_me() as o (id)))));
