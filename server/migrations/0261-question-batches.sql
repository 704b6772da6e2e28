-- Drafts that came from one paper of Word, so that they can be taken back together (decisions 0060, 0190).
alter table question add column batch_id uuid;
create index question_batch on question (batch_id) where batch_id is not null;
