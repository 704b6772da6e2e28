-- When the password that others gave, and with which the session was opened, was set (person.password_changed_at then).
-- While the person's password is still that one, this session alone may set a new one without being told it again.
alter table session add column replaces_password_of timestamptz;
