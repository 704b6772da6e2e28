import type { PageName } from '../../catalogue/pages/entry.ts'
import { enginePage, page, type Page } from './page-loading.ts'

/** Pages of legal texts and statements, and of personal information. */
export const lawPages = {
  legal: page(async () => ({ default: (await import('../features/legal/index.ts')).LegalPage })),
  privacy: page(async () => ({
    default: (await import('../features/privacy/index.ts')).PrivacyPage,
  })),
  'archive-transfer': enginePage(async () => ({
    default: (await import('../features/archive-transfer/index.ts')).ArchiveTransferPage,
  })),
  'data-register': enginePage(async () => ({
    default: (await import('../features/privacy/index.ts')).RegisterPage,
  })),
  accessibility: page(async () => ({
    default: (await import('../features/help/index.ts')).AccessibilityPage,
  })),
} satisfies Partial<Record<PageName, Page>>
