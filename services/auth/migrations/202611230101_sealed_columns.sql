-- Where the values of sealed columns are sealed, for `npm run reseal` (kernel/db/sealed-columns.ts).
comment on column auth.flow_states.provider_tokens_sealed is 'sealed at auth.flow_states.provider_tokens:{pool_id}';
comment on column auth.mfa_factors.secret_sealed is 'sealed at auth.mfa_factors.secret:{pool_id}:{id}';
comment on column auth.provider_logins.verifier_sealed is 'sealed at auth.provider_logins.verifier:{pool_id}:{state_hash|base64url}';
comment on column auth.providers.client_secret_sealed is 'sealed at auth.providers.client_secret:{pool_id}:{name}';
comment on column auth.signing_keys.private_jwk_sealed is 'sealed at auth.signing_keys.private_jwk:{kid}';
