-- What the limits of signing in and of codes look at, and what binds a session to its browser.

-- People who got in from an address lately: a school where many do is not an attacker.
create index session_place on session (ip, created_at);

-- Codes a signed-in person asked for, to whatever number or address.
create index mobile_code_person on mobile_code (person_id, created_at) where purpose in ('bind', 'mail');

-- Keyed hash of the cookie that was set beside the token; null where the session began outside a browser.
alter table session add column binding bytea;
-- Why a session ended, where whoever held it is told at the next call: more devices than one person may have, or its cookie was missing.
drop index audit_sign_in;
create index audit_sign_in on audit (id)
  where action in ('login', 'login.failed', 'login.locked', 'logout', 'session.reused', 'session.ended', 'session.unbound');
alter table session add column ended_because text check (ended_because in ('newer', 'unbound'));
