/** Pages about other systems: people come in from them, apps sign people in, archives go out and come back. */
export type SignOnPage =
  | 'outside-sign-in'
  | 'directory-sign-in'
  | 'sign-in-ways'
  | 'crypto-use'
  | 'interchange'
  | 'consent'
  | 'signed-out'
  | 'sign-on-clients'
