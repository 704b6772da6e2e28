-- How many values an identity had shown in full within the hour, without reading all it ever did.
create index audit_revealed on audit (by_identity, at) where action = 'field.revealed';
