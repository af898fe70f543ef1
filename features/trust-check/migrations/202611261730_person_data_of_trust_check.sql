-- Of creators, whose account features/account deletes.
select app.add_person_data(name::regclass, 'user_id', 'kept', p_reason => 'of creators') from unnest(array['app.trust_checks']) as name;
