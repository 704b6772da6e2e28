import { pages } from '../../../catalogue/pages/pages.ts'

/** The page of a role on which its sittings are led. */
export const sittingsPath = (role: number): string =>
  pages.find((entry) => entry.page === 'teaching-sittings' && entry.roles.some((one) => one === role))
    ?.path ?? '/'
