-- Where the values of sealed columns are sealed, for `npm run reseal` (kernel/db/sealed-columns.ts).
comment on column app.webhook_endpoints.secret_sealed is 'sealed at webhook_endpoints.secret:{tenant_id}:{id}';
comment on column app.webhook_endpoints.old_secret_sealed is 'sealed at webhook_endpoints.secret:{tenant_id}:{id}';
