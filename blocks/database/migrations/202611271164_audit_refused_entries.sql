-- Who tried again to add a paid entry that its table had refused, or deleted it. Nothing else about entries is the work of staff. The order that
-- paid is named, because nothing else says what was deleted.
create trigger audit after update of state or delete on app.form_payments for each row when (old.state = 'refused')
  execute function app.record_change('tenant_id', 'form_payment', '', '{form_id,submission_id}', '{state,order_id}', '{}', '{network}',
    '{state=form_payment.retried,delete=form_payment.discarded}', 'administrators');
