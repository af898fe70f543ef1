-- Only subscriptions of a plan decide about plans: the operator may sell something else to the same customer, and what is
-- paid for that neither revives a plan that ended nor ends one that the operator gave by hand.
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
    insert into public.bolt_subscriptions as held (user_id, plan_id, status, trial_end, current_period_end)
    values (p_user, best.plan_id, best.status, best.trial_end, best.current_period_end)
    on conflict (user_id) do update set plan_id = excluded.plan_id, status = excluded.status,
      trial_end = excluded.trial_end, current_period_end = excluded.current_period_end
    where (held.plan_id, held.status, held.trial_end, held.current_period_end)
      is distinct from (excluded.plan_id, excluded.status, excluded.trial_end, excluded.current_period_end);
    return;
  end if;
  if not exists (select from public.subscriptions where user_id = p_user and plan_id is not null) then return; end if;
  select coalesce((select app.standing(s.status, s.past_due_since) from public.subscriptions s
    where s.user_id = p_user and s.mode = p_mode and s.plan_id is not null
    order by s.created_at desc limit 1), 'canceled') as status into best;
  update public.bolt_subscriptions set status = best.status
  where user_id = p_user and plan_id <> 'free' and status <> best.status;
end $$;
