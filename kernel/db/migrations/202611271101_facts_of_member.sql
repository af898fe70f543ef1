-- app.audience_facts without the time of the sign-up, which is a fact itself since 202611271074. Its callers follow, each in its unit.
create function app.audience_facts(p_tenant uuid, p_member uuid)
returns table (kind text, which text, since timestamptz) language sql stable begin atomic
  select 'everyone'::text as kind, ''::text as which, null::timestamptz as since
  union all
  select f.kind as kind, f.which as which, f.since as since from app.member_facts f
  where f.tenant_id = p_tenant and f.auth_user_id = p_member and f.kind <> 'everyone' and f.barred_until <= now() and f.until > now()
    and (f.mode = 'live' or (select s.stripe_mode from public.tenants s where s.id = p_tenant) = 'test');
end;
