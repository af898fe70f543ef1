-- An entry is deleted as unpaid only when the provider has said so about each of its checkouts. An order can end without its word: its account was
-- not available, or it paid for something that could not be given. The job asks again (recheckTied), which sets `checked_at`, before it calls this.
-- After 30 days it stops waiting for an account that does not answer, as the repair of payments does.
create or replace function app.forget_unpaid(p_most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_old uuid[];
  v_count integer;
begin
  select array_agg(o.submission_id) into v_old from (
    select p.submission_id from app.form_payments p
      where p.state = 'awaiting' and p.order_id is null and p.created_at < now() - app.form_payment_wait()
        and not app.form_payment_is_open(p.tenant_id, p.submission_id, p.created_at)
      order by p.created_at limit p_most for update skip locked) as o;
  -- What settles an order, and does not look at the entry, has committed or waits.
  perform from public.orders o join app.form_payments p on p.tenant_id = o.tenant_id and p.submission_id = o.tied_id
    where p.submission_id = any (v_old) and o.tied_queue = 'form-paid' order by o.id for update of o;
  -- Looked at again under the locks: an order that was stored meanwhile waited for them, or is seen now. Places in limits are given back by a
  -- trigger.
  delete from app.form_submissions s using app.form_payments p
    where p.submission_id = any (v_old) and p.state = 'awaiting' and p.order_id is null
      and p.created_at < now() - app.form_payment_wait()
      and not app.form_payment_is_open(p.tenant_id, p.submission_id, p.created_at)
      and s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Whether an order of this entry is paid, can still be, or has money that was not given back. A test payment of a shop that sells live is none.
create function app.form_payment_is_open(p_tenant uuid, p_submission uuid, p_sent timestamptz) returns boolean language sql stable
set search_path = ''
  begin atomic
    select exists (
      select from public.orders o join public.tenants t on t.id = o.tenant_id
      where o.tenant_id = p_tenant and o.tied_id = p_submission and o.tied_queue = 'form-paid'
        and (o.status = 'pending' or (o.mode = 'live' or t.stripe_mode = 'test') and (
          o.status = 'paid' or o.status = 'failed' and o.problem is not null
          or o.status in ('canceled', 'expired', 'failed') and o.stripe_session_id is not null
            and o.checked_at < p_sent + app.form_payment_wait() and p_sent > now() - interval '30 days')));
  end;
grant execute on function app.form_payment_is_open(uuid, uuid, timestamptz) to service_role;

-- What never became a row has no place in the limits of its form: deleted as unpaid, by the owner after its table refused it, or with its sender.
create function app.free_place_of_entry() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.data_forms f set submitted = greatest(f.submitted - 1, 0) where f.tenant_id = old.tenant_id and f.id = old.form_id;
  return null;
end $$;
create trigger free_place_of_entry after delete on app.form_payments for each row
  when (old.state <> 'sent') execute function app.free_place_of_entry();
