-- ES256 keys of the access tokens; the private half is sealed with the key ring. One key signs, the others only verify.
create table auth.signing_keys (
  kid text primary key,
  private_jwk_sealed text not null,
  public_jwk jsonb not null,
  signs boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index signing_keys_one_signs on auth.signing_keys (signs) where signs;
select app.protect('auth.signing_keys');
