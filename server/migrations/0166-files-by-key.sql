-- Deleting a file and moving files to another storage ask which rows name its bytes (docs/decisions/0118).
create index file_storage_key on file (storage_key);
