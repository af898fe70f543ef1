-- My Blocks are a creator's own and shown by each of their tenants, so a change is in the log of each. The content is recorded as changed alone: an admin
-- of one tenant reads its log, and must not find there what another tenant shows to its members.
select app.audit('public.bolt_blocks', 'block', 'title', p_except => array['user_id', 'created_at', 'updated_at'],
  p_hidden => array['data']);
