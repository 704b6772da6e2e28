import { createElement } from 'react'
import type { PageName } from '../../catalogue/pages/entry.ts'
import type { TabsOfCampaign } from '../features/campaigns/index.ts'
import { formPages } from './form-pages.ts'
import { libraryPages } from './library-pages.ts'
import { enginePage, listPage, page, type Page } from './page-loading.ts'
import { lawPages } from './law-pages.ts'
import { programPages } from './program-pages.ts'
import { sitePages } from './site-pages.ts'
import { teachingPages } from './teaching-pages.ts'

export type { PageProps } from './page-loading.ts'

/** The component of each page name, loaded when first opened. */
export const pageComponents = {
  'sign-in': page(async () => {
    const { SignInPage } = await import('../features/sign-in/index.ts')
    // Whoever signs in needs the workspace next; it comes while the password is typed.
    setTimeout(() => void import('./workspace.tsx').catch(() => undefined), 1_000)
    return { default: SignInPage }
  }),
  'forgotten-password': page(async () => ({
    default: (await import('../features/sign-in/index.ts')).ForgottenPasswordPage,
  })),
  'outside-sign-in': page(async () => ({
    default: (await import('../features/sign-in/index.ts')).OutsidePage,
  })),
  'directory-sign-in': page(async () => ({
    default: (await import('../features/sign-in/index.ts')).DirectoryPage,
  })),
  personal: page(async () => ({ default: (await import('../features/account/index.ts')).PersonalPage })),
  portal: page(async () => ({ default: (await import('../features/portal/index.ts')).PortalPage })),
  ...sitePages,
  textbooks: enginePage(async () => ({
    default: (await import('../features/curriculum/index.ts')).TextbooksPage,
  })),
  contents: enginePage(async () => ({
    default: (await import('../features/contents/index.ts')).ContentsPage,
  })),
  'content-review': enginePage(async () => ({
    default: (await import('../features/contents/index.ts')).ReviewDeskPage,
  })),
  reading: page(async () => ({ default: (await import('../features/portal/index.ts')).ReadingPage })),
  'workspace-home': page(async () => ({
    default: (await import('../features/workbench/index.ts')).WorkspaceHomePage,
  })),
  'review-materials': enginePage(async () => ({
    default: (await import('../features/declarations/index.ts')).MaterialListPage,
  })),
  'review-material': enginePage(async () => ({
    default: (await import('../features/declarations/index.ts')).MaterialPage,
  })),
  'declare-notices': page(async () => ({
    default: (await import('../features/declarations/notices-page.tsx')).NoticesPage,
  })),
  declare: enginePage(async () => ({
    default: (await import('../features/declarations/index.ts')).DeclarePage,
  })),
  'declare-detail': enginePage(async () => ({
    default: (await import('../features/declarations/index.ts')).DeclareDetailPage,
  })),
  overview: page(async () => ({
    default: (await import('../features/workbench/overview/overview-page.tsx')).OverviewPage,
  })),
  'message-list': page(async () => ({
    default: (await import('../features/messages/index.ts')).MessageListPage,
  })),
  deliveries: enginePage(async () => ({
    default: (await import('../features/deliveries/index.ts')).DeliveriesPage,
  })),
  'message-detail': page(async () => ({
    default: (await import('../features/messages/index.ts')).MessageDetailPage,
  })),
  todos: enginePage(async () => ({ default: (await import('../features/todos/index.ts')).TodosPage })),
  'correction-list': page(async () => ({
    default: (await import('../features/corrections/index.ts')).CorrectionListPage,
  })),
  'quality-report': enginePage(async () => ({
    default: (await import('../features/quality/index.ts')).QualityReportPage,
  })),
  'reason-library': enginePage(async () => ({
    default: (await import('../features/reason-library/index.ts')).ReasonLibraryPage,
  })),
  'my-reviews': enginePage(async () => ({
    default: (await import('../features/my-reviews/index.ts')).MyReviewsPage,
  })),
  'training-projects': enginePage(async () => {
    const [{ CampaignsPage, RankingTab }, { OwnProjects, ProjectStages, projectTabs }] = await Promise.all([
      import('../features/campaigns/index.ts'),
      import('../features/training/index.ts'),
    ])
    const tabs: TabsOfCampaign = (view, role) => projectTabs(view, role, { Ranking: RankingTab })
    return {
      default: ({ entry }) =>
        createElement(CampaignsPage, { entry, tabs, Above: ProjectStages, Own: OwnProjects }),
    }
  }),
  ...libraryPages,
  ...teachingPages,
  'training-enrolments': enginePage(async () => ({
    default: (await import('../features/training/index.ts')).EnrolmentsPage,
  })),
  'training-plans': enginePage(async () => {
    const [{ ContentsPage }, { PlanLinks }] = await Promise.all([
      import('../features/contents/index.ts'),
      import('../features/training/index.ts'),
    ])
    return {
      default: ({ entry }) =>
        createElement(ContentsPage, { entry, beside: createElement(PlanLinks, { entry }) }),
    }
  }),
  'name-lists': enginePage(async () => ({
    default: (await import('../features/training/index.ts')).NameListsPage,
  })),
  'training-sessions': enginePage(async () => {
    const [{ SessionsPage }, { LedSessionPage }] = await Promise.all([
      import('../features/training/index.ts'),
      import('../features/presence/index.ts'),
    ])
    return { default: ({ entry }) => createElement(SessionsPage, { entry, Led: LedSessionPage }) }
  }),
  'training-rosters': enginePage(async () => ({
    default: (await import('../features/training/index.ts')).RostersPage,
  })),
  'training-learners': enginePage(async () => ({
    default: (await import('../features/training/index.ts')).LearnersPage,
  })),
  'training-learner': enginePage(async () => ({
    default: (await import('../features/training/index.ts')).LearnerDetailPage,
  })),
  'training-figures': enginePage(async () => ({
    default: (await import('../features/training-figures/index.ts')).TrainingFiguresPage,
  })),
  'training-hours': enginePage(async () => ({
    default: (await import('../features/training/index.ts')).HoursPage,
  })),
  'hour-rules': enginePage(async () => ({
    default: (await import('../features/training/index.ts')).HourRulesPage,
  })),
  'training-days': enginePage(async () => ({
    default: (await import('../features/presence/index.ts')).TrainingDaysPage,
  })),
  surveys: enginePage(async () => ({
    default: (await import('../features/surveys/index.ts')).SurveysPage,
  })),
  'own-surveys': page(async () => ({
    default: (await import('../features/surveys/own-surveys-page.tsx')).OwnSurveysPage,
  })),
  'own-sessions': page(async () => ({
    default: (await import('../features/presence/own-sessions-page.tsx')).OwnSessionsPage,
  })),
  'check-in': page(async () => ({
    default: (await import('../features/presence/check-in-page.tsx')).CheckInPage,
  })),
  exports: enginePage(async () => ({
    default: (await import('../features/exports/index.ts')).ExportsPage,
  })),
  'archive-tasks': enginePage(async () => ({
    default: (await import('../features/archive-tasks/index.ts')).ArchiveTasksPage,
  })),
  feedback: enginePage(async () => ({
    default: (await import('../features/feedback/index.ts')).FeedbackPage,
  })),
  'own-fields': enginePage(async () => ({
    default: (await import('../features/own-fields/index.ts')).OwnFieldsPage,
  })),
  'approval-flow': page(async () => {
    const [{ ChainsPage }, { learnDictionaries }] = await Promise.all([
      import('../features/chains/index.ts'),
      import('../platform/dictionaries.ts'),
    ])
    await learnDictionaries()
    return { default: ChainsPage }
  }),
  'dictionary-list': enginePage(async () => ({
    default: (await import('../features/dictionaries/index.ts')).DictionaryListPage,
  })),
  'dictionary-edit': enginePage(async () => ({
    default: (await import('../features/dictionaries/index.ts')).DictionaryPage,
  })),
  'log-list': enginePage(async () => ({
    default: (await import('../features/audit-log/index.ts')).LogListPage,
  })),
  outbox: page(async () => ({ default: (await import('../features/outbox/index.ts')).OutboxPage })),
  'user-list': enginePage(async () => ({
    default: (await import('../features/users/index.ts')).UserListPage,
  })),
  'sign-in-ways': enginePage(async () => ({
    default: (await import('../features/outside-sign-in/index.ts')).SignInWaysPage,
  })),
  'crypto-use': enginePage(async () => ({
    default: (await import('../features/crypto-use/index.ts')).CryptoUsePage,
  })),
  'online-users': enginePage(async () => ({
    default: (await import('../features/users/index.ts')).OnlineUsersPage,
  })),
  'user-edit': page(async () => ({ default: (await import('../features/users/index.ts')).UserEditPage })),
  'account-requests': page(async () => ({
    default: (await import('../features/users/index.ts')).AccountRequestsPage,
  })),
  'office-accounts': enginePage(async () => ({
    default: (await import('../features/users/index.ts')).OfficeAccountsPage,
  })),
  import: enginePage(async () => ({
    default: (await import('../features/imports/index.ts')).ImportPage,
  })),
  analysis: enginePage(async () => ({
    default: (await import('../features/analysis/index.ts')).AnalysisPage,
  })),
  'expert-tasks': page(async () => ({
    default: (await import('../features/expert-review/index.ts')).TasksPage,
  })),
  'expert-desk': enginePage(async () => ({
    default: (await import('../features/expert-review/index.ts')).DeskPage,
  })),
  'review-rounds': enginePage(async () => ({
    default: (await import('../features/expert-review/index.ts')).RoundsPage,
  })),
  'expert-pool': enginePage(async () => ({
    default: (await import('../features/expert-review/index.ts')).PoolPage,
  })),
  campaigns: enginePage(async () => ({
    default: (await import('../features/campaigns/index.ts')).CampaignsPage,
  })),
  publicity: page(async () => ({
    default: (await import('../features/campaigns/index.ts')).PublicityPage,
  })),
  research: enginePage(async () => ({
    default: (await import('../features/research/index.ts')).ResearchPage,
  })),
  'school-research': enginePage(async () => ({
    default: (await import('../features/research/index.ts')).SchoolResearchPage,
  })),
  talents: enginePage(async () => ({
    default: (await import('../features/talents/index.ts')).TalentsPage,
  })),
  talent: enginePage(async () => ({
    default: (await import('../features/talents/index.ts')).TalentPage,
  })),
  'import-history': enginePage(async () => ({
    default: (await import('../features/imports/index.ts')).ImportHistoryPage,
  })),
  roll: enginePage(async () => ({
    default: (await import('../features/roll/index.ts')).RollPage,
  })),
  institutions: enginePage(async () => ({
    default: (await import('../features/institutions/index.ts')).InstitutionsPage,
  })),
  joining: enginePage(async () => ({
    default: (await import('../features/joining/index.ts')).JoiningPage,
  })),
  cases: enginePage(async () => ({
    default: (await import('../engine/process/cases-page.tsx')).CasesPage,
  })),
  'own-personnel': enginePage(async () => ({
    default: (await import('../features/personnel/index.ts')).OwnPersonnelPage,
  })),
  structure: enginePage(async () => ({
    default: (await import('../features/structure/index.ts')).StructurePage,
  })),
  'own-institution': enginePage(async () => ({
    default: (await import('../features/institutions/index.ts')).OwnInstitutionPage,
  })),
  'custom-query': enginePage(async () => ({
    default: (await import('../features/query/index.ts')).QueryPage,
  })),
  'custom-queries': enginePage(async () => ({
    default: (await import('../features/query/index.ts')).QueriesPage,
  })),
  ...programPages,
  ...lawPages,
  ...formPages,
  help: page(async () => ({ default: (await import('../features/help/index.ts')).HelpPage })),
  verify: page(async () => ({ default: (await import('../features/forms/index.ts')).VerifyPage })),
  'phone-upload': page(async () => ({
    default: (await import('../features/files/index.ts')).PhoneUploadPage,
  })),
  permission: page(async () => ({
    default: (await import('../features/permission/index.ts')).PermissionPage,
  })),
  'record-section': enginePage(async () => ({
    default: (await import('../engine/pages/record-section-page.tsx')).RecordSectionPage,
  })),
  review: listPage(async () => ({ default: (await import('../engine/pages/review-page.tsx')).ReviewPage })),
  'institution-records': enginePage(async () => ({
    default: (await import('../engine/pages/institution-records-page.tsx')).InstitutionRecordsPage,
  })),
  'archive-list': enginePage(async () => ({
    default: (await import('../engine/pages/archive-list-page.tsx')).ArchiveListPage,
  })),
  'archive-overview': enginePage(async () => ({
    default: (await import('../features/archives/index.ts')).ArchiveOverviewPage,
  })),
  'archive-document': enginePage(async () => ({
    default: (await import('../features/archives/index.ts')).ArchiveDocumentPage,
  })),
} satisfies Record<PageName, Page>
