import { createElement } from 'react'
import { enginePage, page } from './page-loading.ts'

/** Resources, questions, papers and lessons: the group 资源 of the menus. */
export const libraryPages = {
  'lesson-prep': enginePage(async () => ({
    default: (await import('../features/lesson-prep/index.ts')).PrepsPage,
  })),
  library: enginePage(async () => ({
    default: (await import('../features/resources/index.ts')).LibraryPage,
  })),
  questions: enginePage(async () => {
    const [{ QuestionsPage }, { BasketButton }] = await Promise.all([
      import('../features/questions/index.ts'),
      import('../features/papers/index.ts'),
    ])
    return { default: ({ entry }) => createElement(QuestionsPage, { entry, Basket: BasketButton }) }
  }),
  'own-imports': enginePage(async () => ({
    default: (await import('../features/questions/index.ts')).OwnImportsPage,
  })),
  'own-import-history': enginePage(async () => ({
    default: (await import('../features/questions/index.ts')).OwnImportHistoryPage,
  })),
  'paper-uses': enginePage(async () => ({
    default: (await import('../features/papers/index.ts')).UsesPage,
  })),
  papers: enginePage(async () => ({
    default: (await import('../features/papers/index.ts')).PapersPage,
  })),
  'question-review': enginePage(async () => ({
    default: (await import('../features/questions/index.ts')).QuestionDeskPage,
  })),
  complain: page(async () => ({ default: (await import('../features/complaints/index.ts')).ComplainPage })),
  complaints: enginePage(async () => ({
    default: (await import('../features/complaints/index.ts')).ComplaintsPage,
  })),
}
