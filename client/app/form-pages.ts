import { enginePage, page } from './page-loading.ts'

/** Pages of printed forms; part of `pageComponents`. */
export const formPages = {
  'printed-forms': page(async () => ({
    default: (await import('../features/forms/index.ts')).PrintedFormsPage,
  })),
  'office-forms': enginePage(async () => ({
    default: (await import('../features/forms/index.ts')).OfficeFormsPage,
  })),
} as const
