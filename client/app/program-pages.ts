import type { PageName } from '../../catalogue/pages/entry.ts'
import { enginePage, page, type Page } from './page-loading.ts'

/** Pages of boards, of applications and of programs that read or sign in through the portal. */
export const programPages = {
  board: page(async () => ({ default: (await import('../features/boards/index.ts')).BoardPage })),
  'shared-board': page(async () => ({
    default: (await import('../features/boards/index.ts')).SharedBoardPage,
  })),
  consent: page(async () => ({ default: (await import('../features/sign-on/index.ts')).ConsentPage })),
  'signed-out': page(async () => ({
    default: (await import('../features/sign-on/index.ts')).SignedOutPage,
  })),
  'sign-on-clients': page(async () => ({
    default: (await import('../features/sign-on/index.ts')).SignOnClientsPage,
  })),
  boards: page(async () => ({ default: (await import('../features/boards/index.ts')).BoardsPage })),
  apps: enginePage(async () => ({ default: (await import('../features/apps/index.ts')).AppsPage })),
  'app-opening': page(async () => ({ default: (await import('../features/apps/index.ts')).OpeningPage })),
  'app-roles': enginePage(async () => ({
    default: (await import('../features/apps/index.ts')).AppRolesPage,
  })),
  'app-list': enginePage(async () => ({
    default: (await import('../features/apps/index.ts')).AppListPage,
  })),
  'after-rules': enginePage(async () => {
    const [{ AfterRulesPage }, { learnDictionaries }] = await Promise.all([
      import('../features/after-rules/index.ts'),
      import('../platform/dictionaries.ts'),
    ])
    await learnDictionaries()
    return { default: AfterRulesPage }
  }),
  interchange: page(async () => ({
    default: (await import('../features/interchange/index.ts')).InterchangePage,
  })),
  roster: page(async () => ({ default: (await import('../features/roster/index.ts')).RosterPage })),
  'api-tokens': page(async () => ({
    default: (await import('../features/api-tokens/index.ts')).ApiTokensPage,
  })),
} satisfies Partial<Record<PageName, Page>>
