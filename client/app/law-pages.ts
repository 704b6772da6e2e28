import type { PageName } from '../../catalogue/pages/entry.ts'
import { enginePage, page, type Page } from './page-loading.ts'

/** Pages of legal texts and of personal information. */
export const lawPages = {
  legal: page(async () => ({ default: (await import('../features/legal/index.ts')).LegalPage })),
  privacy: page(async () => ({
    default: (await import('../features/privacy/index.ts')).PrivacyPage,
  })),
  'data-register': enginePage(async () => ({
    default: (await import('../features/privacy/index.ts')).RegisterPage,
  })),
} satisfies Partial<Record<PageName, Page>>
