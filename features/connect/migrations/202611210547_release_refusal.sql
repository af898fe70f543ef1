-- Why the provider did not take an account back when it was asked last, in its own words; it is asked again.
alter table app.payment_account_releases add column refusal text check (char_length(refusal) <= 500);
