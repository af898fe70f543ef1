-- Where the values of sealed columns are sealed, for `npm run reseal` (kernel/db/sealed-columns.ts).
comment on column app.idempotency_keys.sealed_secret is 'sealed at app.idempotency_keys:{key_hash|hex}';
comment on column app.idempotency_keys.sealed_answer is 'sealed at app.idempotency_keys:{key_hash|hex}';
