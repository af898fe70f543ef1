-- At most 1,000 audiences of a tenant, with at most 100,000 terms together: each statement of a visitor joins with those that are open to
-- everyone, and a rule of 1 MB takes several in the tables and indexes, again with every change.
create function app.limit_audiences() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.audiences where tenant_id = new.tenant_id) > 1000
    or (select count(*) from app.audience_terms where tenant_id = new.tenant_id) > 100000
  then
    raise exception 'A tenant has at most 1000 audiences, which name at most 100000 people, products and roles'
      using errcode = 'check_violation', constraint = 'audiences_limit', table = 'audiences';
  end if;
  return null;
end $$;
-- After the trigger that spells the rule: triggers run in the order of their names.
create trigger spell_within_limits after insert or update of rule on public.audiences
  for each row execute function app.limit_audiences();
