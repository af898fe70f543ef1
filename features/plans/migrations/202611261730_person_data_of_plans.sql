-- Of creators, whose account features/account deletes.
select app.add_person_data(name::regclass, 'user_id', 'kept', p_reason => 'of creators') from unnest(array['app.billing_customers', 'app.day_passes', 'app.plan_checkouts', 'app.plan_notices', 'public.bolt_subscriptions', 'public.subscriptions', 'public.profiles']) as name;
