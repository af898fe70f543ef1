-- Deliveries lease and pause an endpoint all the time. The path of an address can be its secret.
select app.audit('app.webhook_endpoints', 'webhook', 'url',
  array['secret_sealed=webhook.secret_rotated', 'disabled_at=webhook.disabled', '!disabled_at=webhook.enabled'],
  p_only => array['url', 'events', 'mode', 'secret_sealed', 'disabled_at', 'disabled_by'], p_hidden => array['url']);
