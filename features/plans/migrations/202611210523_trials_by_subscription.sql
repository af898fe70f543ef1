create index plan_trials_by_subscription on app.plan_trials (subscription_id);
