-- A creator whose plan is paid, or about to be, is not deleted with the service key: only their own deletion of the account ends the
-- subscription at the provider.
create function app.pays_for_plan(p_pool uuid, p_user uuid) returns boolean language sql stable set search_path = ''
  begin atomic
    select p_pool = '00000000-0000-0000-0000-000000000000' and (
      exists (select from public.subscriptions s where s.user_id = p_user
        and s.status in ('active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'))
      or exists (select from app.plan_checkouts c where c.user_id = p_user and c.status = 'open'
        and c.created_at > now() - interval '2 days')); -- the provider keeps none open longer
  end;
select app.add_person_data('public.subscriptions', 'app.pays_for_plan', 'blocks', p_reason => 'plan_lives');
