/** Addresses that no list of pages names. */

/**
 * First segments of addresses that belong to the API, the files and the checks: nothing there is a page, and
 * a missing one is a 404.
 */
export const notPages: readonly string[] = [
  'api',
  'files',
  'assets',
  'documents',
  'health',
  'ready',
  'metrics',
  'oidc',
  '.well-known',
  'cas',
  'ims',
  'live-hook',
  'live-stand-in',
]

/**
 * Where the server answers the page without anything of a particular address; kept for when there is no
 * network.
 */
export const bareAddress = '/offline'
