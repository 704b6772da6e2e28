-- Address at which an app begins a sign-in of its own when it is opened from the portal (initiate_login_uri of OpenID
-- Connect); null where it is opened by its plain address.
alter table sign_on_client add column initiate_uri text;
