-- The lists of training sort by what a project says; its value is large, and reading it of every project to sort them was
-- most of their time.
create index campaign_training_begun on campaign ((value ->> 'startDate') desc nulls last, id desc)
  where type = 'trainingProject';
create index campaign_training_open on campaign ((state = 'recruiting') desc, (value ->> 'signupEnd'), id)
  where type = 'trainingProject' and state in ('recruiting', 'preparing', 'ongoing', 'assessing');
