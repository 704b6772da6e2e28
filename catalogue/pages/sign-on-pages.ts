/** Pages on which people come in from elsewhere, or apps sign people in through the portal. */
export type SignOnPage =
  | 'outside-sign-in'
  | 'directory-sign-in'
  | 'sign-in-ways'
  | 'crypto-use'
  | 'consent'
  | 'signed-out'
  | 'sign-on-clients'
