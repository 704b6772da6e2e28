-- Since deputies (0016) the two unique indexes over a person's identities are partial, so that nothing served the
-- question for all of them: signing in, the page of a user and the search read every identity of the portal.
create index identity_person on identity (person_id, id);
