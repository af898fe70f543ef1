-- What app.settle_plan wrote last, as one text. A plan that stands otherwise was given by hand since, and the mirror of
-- a subscription that ended long ago has no say in it.
alter table public.bolt_subscriptions add column settled text;
update public.bolt_subscriptions h set settled = h.plan_id || ' ' || h.status
where exists (
  select from public.subscriptions s where s.user_id = h.user_id and s.plan_id = h.plan_id
    and h.status in (s.status, app.standing(s.status, s.past_due_since)));

create or replace function app.settle_plan(p_user uuid, p_mode text) returns void language plpgsql
set search_path = '' as $$
declare
  best record;
begin
  select s.plan_id, app.standing(s.status, s.past_due_since) as status, s.trial_end, s.current_period_end into best
  from public.subscriptions s join public.bolt_plans p on p.id = s.plan_id
  where s.user_id = p_user and s.mode = p_mode
    and app.standing(s.status, s.past_due_since) in ('active', 'trialing', 'past_due')
  order by p.sort desc, s.created_at desc limit 1;
  if found then
    insert into public.bolt_subscriptions as held (user_id, plan_id, status, trial_end, current_period_end, settled)
    values (p_user, best.plan_id, best.status, best.trial_end, best.current_period_end,
      best.plan_id || ' ' || best.status)
    on conflict (user_id) do update set plan_id = excluded.plan_id, status = excluded.status,
      trial_end = excluded.trial_end, current_period_end = excluded.current_period_end, settled = excluded.settled
    where (held.plan_id, held.status, held.trial_end, held.current_period_end, held.settled)
      is distinct from (excluded.plan_id, excluded.status, excluded.trial_end, excluded.current_period_end,
        excluded.settled);
    return;
  end if;
  if not exists (select from public.subscriptions where user_id = p_user and plan_id is not null) then return; end if;
  select coalesce((select app.standing(s.status, s.past_due_since) from public.subscriptions s
    where s.user_id = p_user and s.mode = p_mode and s.plan_id is not null
    order by s.created_at desc limit 1), 'canceled') as status into best;
  update public.bolt_subscriptions set status = best.status, settled = plan_id || ' ' || best.status
  where user_id = p_user and plan_id <> 'free' and status <> best.status
    and settled = plan_id || ' ' || status;
end $$;
