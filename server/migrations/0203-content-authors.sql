-- The teacher who wrote a content (decision 0159); null where an office wrote it for its institution. The columns of the
-- place say which institution the author belonged to.
alter table content add column author_identity integer references identity (id);
create index content_author on content (author_identity, type, updated_at desc, id desc) where author_identity is not null;
