-- Lists of a library are read in their order for each key of a reader, counted in the index alone (docs/decisions/0274).
create index shelf_newest on shelf (kind, reach_key, published_at desc, item_id desc) include (until_at) where gone_at is null;
create index shelf_used on shelf (kind, reach_key, uses desc, published_at desc, item_id desc) where gone_at is null;
drop index shelf_reach;
