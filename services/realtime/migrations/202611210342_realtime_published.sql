-- Every table that clients read.
select realtime.publish(name::regclass) from unnest(array[
  'public.tenants', 'public.end_users', 'public.items', 'public.orders', 'public.payment_accounts',
  'public.bolt_blocks', 'public.bolt_plans', 'public.bolt_profiles', 'public.bolt_subscriptions',
  'public.subscriptions', 'public.profiles']) as name;
