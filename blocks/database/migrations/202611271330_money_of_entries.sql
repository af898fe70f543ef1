-- Money that an order has: it is paid, or was taken for what could not be given. A test payment of a shop that sells live is none.
create function app.is_form_money(p_status text, p_problem text, p_mode text, p_shop text) returns boolean language sql immutable
  begin atomic
    select (p_status = 'paid' or p_status = 'failed' and p_problem is not null) and (p_mode = 'live' or p_shop = 'test');
  end;
grant execute on function app.is_form_money(text, text, text, text) to service_role;

-- Whether an order of this entry has money. The job that adds the entry, or refuses it, may not have run.
create function app.form_payment_has_money(p_tenant uuid, p_submission uuid) returns boolean language sql stable set search_path = ''
  begin atomic
    select exists (
      select from public.orders o join public.tenants t on t.id = o.tenant_id
      where o.tenant_id = p_tenant and o.tied_id = p_submission and o.tied_queue = 'form-paid'
        and app.is_form_money(o.status, o.problem, o.mode, t.stripe_mode));
  end;
grant execute on function app.form_payment_has_money(uuid, uuid) to service_role;

-- Whether an order of this entry has money, or can still be paid.
create or replace function app.form_payment_is_open(p_tenant uuid, p_submission uuid, p_sent timestamptz) returns boolean language sql stable
set search_path = ''
  begin atomic
    select app.form_payment_has_money(p_tenant, p_submission) or exists (
      select from public.orders o join public.tenants t on t.id = o.tenant_id
      where o.tenant_id = p_tenant and o.tied_id = p_submission and o.tied_queue = 'form-paid'
        and (o.status = 'pending' or (o.mode = 'live' or t.stripe_mode = 'test')
          and o.status in ('canceled', 'expired', 'failed') and o.stripe_session_id is not null
          and o.checked_at < p_sent + app.form_payment_wait() and p_sent > now() - interval '30 days'));
  end;
