-- Unpaid entries of one network are counted where they are: paid ones and repeats of one submission do not count (docs/decisions/079).
alter table app.form_payments add column network bytea; -- keyed hash of the sender's network, until it is paid
