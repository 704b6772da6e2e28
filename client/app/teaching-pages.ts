import { createElement } from 'react'
import { useLocation } from 'react-router'
import { enginePage, page } from './page-loading.ts'

/** The pages of teaching research and of counterpart support, which are put together of several features. */
export const teachingPages = {
  'teaching-activities': enginePage(async () => {
    const [{ CampaignsPage }, { ActivityParts, LessonPage, RubricPart }] = await Promise.all([
      import('../features/campaigns/index.ts'),
      import('../features/teaching/index.ts'),
    ])
    return {
      default: ({ entry }) => {
        const lesson = new URLSearchParams(useLocation().search).get('lesson')
        return lesson === null
          ? createElement(CampaignsPage, { entry, Above: ActivityParts, Draft: RubricPart })
          : createElement(LessonPage, { key: lesson, entry, id: lesson })
      },
    }
  }),
  'teaching-users': enginePage(async () => ({
    default: (await import('../features/teaching/index.ts')).ResearchersPage,
  })),
  'teaching-report': enginePage(async () => ({
    default: (await import('../features/teaching-figures/index.ts')).TeachingReportPage,
  })),
  'own-lives': enginePage(async () => ({
    default: (await import('../features/live/index.ts')).OwnLivesPage,
  })),
  // Visitors come here, too: without the component library.
  'live-room': page(async () => ({
    default: (await import('../features/live/index.ts')).LiveRoomPage,
  })),
  'live-server': enginePage(async () => ({
    default: (await import('../features/live/index.ts')).LiveServerPage,
  })),
  'own-videos': enginePage(async () => ({
    default: (await import('../features/live/index.ts')).OwnVideosPage,
  })),
  schedule: enginePage(async () => ({
    default: (await import('../features/schedule/index.ts')).SchedulePage,
  })),
  'support-home': enginePage(async () => ({
    default: (await import('../features/support/index.ts')).SupportHomePage,
  })),
  'support-comments': enginePage(async () => ({
    default: (await import('../features/support/index.ts')).SupportCommentsPage,
  })),
  'support-pairs': enginePage(async () => ({
    default: (await import('../features/support/index.ts')).PairsPage,
  })),
  'support-pair-cases': enginePage(async () => ({
    default: (await import('../features/support/index.ts')).PairCasesPage,
  })),
  'support-needs': enginePage(async () => ({
    default: (await import('../features/support/index.ts')).SupportNeedsPage,
  })),
  'support-cases': enginePage(async () => ({
    default: (await import('../features/support/index.ts')).SupportCasesPage,
  })),
  'support-effects': enginePage(async () => ({
    default: (await import('../features/support/index.ts')).EffectsPage,
  })),
  courses: enginePage(async () => {
    const [{ CoursesPage }, { ContentsPage }] = await Promise.all([
      import('../features/courses/index.ts'),
      import('../features/contents/index.ts'),
    ])
    return { default: ({ entry }) => createElement(CoursesPage, { entry, Content: ContentsPage }) }
  }),
  learning: enginePage(async () => ({
    default: (await import('../features/courses/index.ts')).LearningPage,
  })),
  'teaching-rubrics': enginePage(async () => ({
    default: (await import('../features/teaching/index.ts')).RubricsPage,
  })),
  'teaching-places': enginePage(async () => ({
    default: (await import('../features/teaching/index.ts')).PlacesPage,
  })),
  'teaching-record': enginePage(async () => ({
    default: (await import('../features/teaching/index.ts')).RecordPage,
  })),
  studios: enginePage(async () => ({
    default: (await import('../features/studios/index.ts')).StudiosPage,
  })),
  'studio-cases': enginePage(async () => ({
    default: (await import('../features/studios/index.ts')).StudioCasesPage,
  })),
  'own-studios': enginePage(async () => ({
    default: (await import('../features/studios/index.ts')).OwnStudiosPage,
  })),
  'teaching-sittings': enginePage(async () => {
    const [{ SittingsPage }, { LedSessionPage }] = await Promise.all([
      import('../features/teaching/index.ts'),
      import('../features/presence/index.ts'),
    ])
    return { default: ({ entry }) => createElement(SittingsPage, { entry, Led: LedSessionPage }) }
  }),
}
