-- What was sent with a form whose last step is a payment (docs/decisions/079). The answers are here and no row has them until an order
-- that is tied to the submission (public.orders.tied_id) is paid. Neither lists, the data API nor webhooks see them before.
create table app.form_payments (
  tenant_id uuid not null,
  form_id uuid not null,
  submission_id uuid not null,
  record_id uuid not null, -- the id that the row gets
  item_id uuid not null, -- of public.items; it may be deleted
  quantity smallint not null check (quantity between 1 and 99),
  answers jsonb check (octet_length(answers::text) <= 300000), -- by id of the field
  team_id uuid,
  token_hash bytea not null, -- of the secret with which the sender pays
  state text not null default 'awaiting' check (state in ('awaiting', 'sent', 'refused')), -- refused: it is paid, and the table does not take it
  problem text check (char_length(problem) <= 500), -- why
  order_id uuid, -- the order that paid it
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_id, form_id, submission_id),
  unique (tenant_id, form_id, token_hash),
  check ((answers is null) = (state = 'sent')),
  check ((problem is not null) = (state = 'refused')),
  foreign key (tenant_id, form_id, submission_id) references app.form_submissions (tenant_id, form_id, id) on delete cascade
);
create index form_payments_by_id on app.form_payments (tenant_id, submission_id);
create index form_payments_by_record on app.form_payments (tenant_id, record_id);
create index form_payments_awaiting on app.form_payments (created_at) where state = 'awaiting';
select app.protect('app.form_payments');

-- The time within which what was sent must be paid: a checkout is open for a day at most.
create function app.form_payment_wait() returns interval language sql immutable
  begin atomic
    select interval '2 days';
  end;
grant execute on function app.form_payment_wait() to service_role;

-- The order that paid for it. Payments of test mode count while the tenant is in test mode.
create function app.form_payment_order(p_tenant uuid, p_submission uuid) returns uuid language sql stable set search_path = ''
  begin atomic
    select o.id from public.orders o join public.tenants t on t.id = o.tenant_id
    where o.tenant_id = p_tenant and o.tied_id = p_submission and o.tied_queue = 'form-paid' and o.status = 'paid'
      and (o.mode = 'live' or t.stripe_mode = 'test')
    order by o.paid_at, o.id limit 1;
  end;
grant execute on function app.form_payment_order(uuid, uuid) to service_role;

-- Deletes what was not paid in time. Its place in the limits of the form is free again. A payment that is in progress keeps it: a bank debit
-- takes days. Returns how many it deleted.
create function app.forget_unpaid(p_most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_old uuid[];
  v_count integer;
begin
  select array_agg(o.submission_id) into v_old from (
    select p.submission_id from app.form_payments p
      where p.state = 'awaiting' and p.order_id is null and p.created_at < now() - app.form_payment_wait()
        and app.form_payment_order(p.tenant_id, p.submission_id) is null
        and not exists (select from public.orders o where o.tenant_id = p.tenant_id and o.tied_id = p.submission_id
          and o.tied_queue = 'form-paid' and o.status = 'pending')
      order by p.created_at limit p_most for update skip locked) as o;
  -- Looked at again under the lock: an order that was stored meanwhile waited for it, or is seen now.
  with gone as (
    delete from app.form_submissions s using app.form_payments p
      where p.submission_id = any (v_old) and p.state = 'awaiting' and p.order_id is null
        and p.created_at < now() - app.form_payment_wait()
        and app.form_payment_order(p.tenant_id, p.submission_id) is null
        and not exists (select from public.orders o where o.tenant_id = p.tenant_id and o.tied_id = p.submission_id
          and o.tied_queue = 'form-paid' and o.status = 'pending')
        and s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id
      returning s.tenant_id, s.form_id
  ), freed as (
    update public.data_forms f set submitted = greatest(f.submitted - g.count, 0)
      from (select n.tenant_id, n.form_id, count(*)::integer as count from gone n group by n.tenant_id, n.form_id) as g
      where f.tenant_id = g.tenant_id and f.id = g.form_id
  )
  select count(*) into v_count from gone;
  return v_count;
end $$;
grant execute on function app.forget_unpaid(integer) to service_role;

-- Files of what never became a row. The job that deletes released files removes them (app.forget_files).
create function app.release_held_files() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update app.record_files f set released_at = now() - interval '32 days'
    where f.tenant_id = old.tenant_id and f.record_id = old.record_id;
  return null;
end $$;
create trigger release_held_files after delete on app.form_payments for each row
  when (old.state <> 'sent') execute function app.release_held_files();

-- A member's go with their submissions. A visitor's are found by the address that the account has proven, as in rows.
create function app.erase_form_payments(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    delete from app.form_submissions s using app.form_payments p
      where p.tenant_id = p_tenant and p.answers is not null and p_email is not null
        and strpos(lower(p.answers::text), lower(to_json(p_email)::text)) > 0
        and s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id;
  end;
select app.add_person_data('app.form_payments', 'app.erase_form_payments', 'function');
