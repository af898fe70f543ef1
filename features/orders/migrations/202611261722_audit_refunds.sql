-- Refunds that were made at the provider are the system's.
select app.audit('public.order_refunds', 'order', 'order_id', array['insert=order.refunded'],
  p_only => array['order_id', 'amount', 'reason'], p_on => 'insert');
