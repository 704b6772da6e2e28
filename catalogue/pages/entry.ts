/** The shape of one route of the portal and the short notation its lists are written in. */
import type { Duty } from '../access/duties.ts'
import type { Role } from '../access/roles.ts'
import type { Archive } from '../define.ts'
import type { InstitutionCategory } from '../institutions/kinds.ts'
import type { CampaignName } from '../processes/campaigns.ts'
import type { ProcessName } from '../processes/processes.ts'
import { isSlot } from '../own/slot-names.ts'
import { recordNames } from '../records/names.gen.ts'
import type { MenuKey } from './menu-lines.ts'
import type { SignOnPage } from './sign-on-pages.ts'

/** A role, or a visitor who is not signed in. */
export type Audience = 'public' | Role

/** The pages of the client. A route whose `page` is null has none yet. */
export type PageName =
  | 'sign-in'
  | 'forgotten-password'
  | 'personal'
  | 'portal'
  | 'contents'
  | 'content-review'
  | 'library'
  | 'questions'
  | 'question-review'
  | 'complain'
  | 'textbooks'
  | 'complaints'
  | 'papers'
  | 'paper-uses'
  | 'lesson-prep'
  | 'reading'
  | 'clients'
  | 'sites'
  | 'workspace-home'
  | 'overview'
  | 'review-materials'
  | 'review-material'
  | 'declare-notices'
  | 'declare'
  | 'declare-detail'
  | 'record-section'
  | 'review'
  | 'institution-records'
  | 'archive-list'
  | 'roll'
  | 'joining'
  | 'own-personnel'
  | 'cases'
  | 'correction-list'
  | 'archive-overview'
  | 'archive-document'
  | 'message-list'
  | 'message-detail'
  | 'deliveries'
  | 'todos'
  | 'quality-report'
  | 'reason-library'
  | 'my-reviews'
  | 'training-hours'
  | 'training-days'
  | 'hour-rules'
  | 'check-in'
  | 'own-sessions'
  | 'surveys'
  | 'own-surveys'
  | 'training-projects'
  | 'training-enrolments'
  | 'name-lists'
  | 'training-plans'
  | 'training-sessions'
  | 'training-learners'
  | 'training-rosters'
  | 'training-learner'
  | 'training-figures'
  | 'teaching-activities'
  | 'teaching-places'
  | 'teaching-record'
  | 'teaching-sittings'
  | 'teaching-rubrics'
  | 'teaching-users'
  | 'teaching-report'
  | 'own-lives'
  | 'live-room'
  | 'live-server'
  | 'own-videos'
  | 'schedule'
  | 'own-imports'
  | 'own-import-history'
  | 'support-home'
  | 'support-comments'
  | 'support-pairs'
  | 'support-pair-cases'
  | 'support-effects'
  | 'support-needs'
  | 'support-cases'
  | 'courses'
  | 'learning'
  | 'studios'
  | 'studio-cases'
  | 'own-studios'
  | 'exports'
  | 'approval-flow'
  | 'own-fields'
  | 'after-rules'
  | 'office-forms'
  | 'archive-tasks'
  | 'archive-transfer'
  | 'feedback'
  | 'data-register'
  | 'log-list'
  | 'outbox'
  | 'user-list'
  | 'online-users'
  | 'user-edit'
  | 'account-requests'
  | 'institutions'
  | 'structure'
  | 'office-accounts'
  | 'own-institution'
  | 'dictionary-list'
  | 'dictionary-edit'
  | 'permission'
  | 'import'
  | 'import-history'
  | 'phone-upload'
  | 'help'
  | 'accessibility'
  | 'legal'
  | 'privacy'
  | 'verify'
  | 'printed-forms'
  | 'custom-query'
  | 'custom-queries'
  | 'expert-tasks'
  | 'expert-desk'
  | 'review-rounds'
  | 'expert-pool'
  | 'talents'
  | 'talent'
  | 'analysis'
  | 'board'
  | 'boards'
  | 'shared-board'
  | 'apps'
  | 'app-opening'
  | 'app-roles'
  | 'app-list'
  | 'api-tokens'
  | 'roster'
  | SignOnPage
  | 'campaigns'
  | 'publicity'
  | 'research'
  | 'school-research'

/**
 * One tab of a page; `record` is the record type it shows, null while that type is not declared, `key` names one
 * that shows none in the address. `page` where the tab is a page of another kind than the route.
 */
export type PageTab = {
  readonly label: string
  readonly record: string | null
  readonly page?: PageName
  readonly key?: string
}

export type PageEntry = {
  /** Public URL (specification section 2), without a trailing slash. */
  readonly path: string
  readonly title: string
  readonly roles: readonly Audience[]
  /** Feature or record type the route belongs to, named as in the specification's module list. */
  readonly feature: string
  readonly page: PageName | null
  /** Record types the page shows now, in the order of its tabs. */
  readonly records?: readonly string[]
  readonly tabs?: readonly PageTab[]
  /** The processes whose cases it shows, and the states to which it keeps: those of one stage. */
  readonly cases?: { readonly types: readonly ProcessName[]; readonly states?: readonly string[] }
  /** The campaign whose notices it shows to people. */
  readonly notices?: CampaignName
  /** The top item of the menu under which it stands where the menus do not name it. */
  readonly menu?: MenuKey
  /** The archive at which the document of a teacher opens. */
  readonly archive?: Archive
  /** The list of institutions it shows; without one the tree of them. */
  readonly category?: InstitutionCategory
  /** Where duties are separate, an administrator needs one of these; `system` unless given. */
  readonly duties?: readonly Duty[]
  /** Other spellings of the same URL; they redirect to `path`. */
  readonly aliases?: readonly string[]
  /** The route redirects to this path. */
  readonly redirect?: string
  /** The page also stands at every address one step below: `/v/code`. */
  readonly below?: true
}

/** What a row may add to its path, title and feature. */
export type RowExtra = {
  readonly page?: PageName
  readonly records?: readonly string[]
  /**
   * Tab labels with their record type, and with their kind of page where it differs: `{ 联系方式:
   * 'contactInfo', 家庭成员: null }`.
   */
  readonly tabs?: Readonly<
    Record<
      string,
      | string
      | null
      | { readonly record: string; readonly page: PageName }
      | { readonly key: string; readonly page: PageName }
    >
  >
  readonly archive?: Archive
  readonly category?: InstitutionCategory
  readonly duties?: readonly Duty[]
  readonly aliases?: readonly string[]
  readonly redirect?: string
  readonly below?: true
  readonly cases?: NonNullable<PageEntry['cases']>
  readonly notices?: CampaignName
  readonly menu?: MenuKey
}

/** What is kept of institutions by year; the same for a school and for those above it. */
export const institutionFigureTabs = {
  学生与班级: 'studentNumbers',
  核定编制: 'staffQuota',
  核准岗位: 'approvedPost',
} as const

/** One route in a list: the last part of its path, its title, its feature, and what is special about it. */
export type Row = readonly [path: string, title: string, feature: string, extra?: RowExtra]

/** Entries of routes under one prefix for some roles. Record types of tabs become the page's `records`. */
export function pagesUnder(prefix: string, roles: readonly Audience[], rows: readonly Row[]): PageEntry[] {
  return rows.map(([path, title, feature, extra]) =>
    entryOf(`${prefix}${path}`, title, roles, feature, extra),
  )
}

/** The kind of page a route shows with this tab open: `tab` is the record type or key in the address. */
export function pageOf({ page, tabs = [] }: PageEntry, tab: string | null): PageName | null {
  if (tab === null) return page
  return tabs.find(({ key, record }) => key === tab || record === tab)?.page ?? page
}

/** The declarations of an office, and the notices that collect them in a tab of their own. */
export const declareTabs = {
  page: 'declare-detail',
  tabs: {
    申报: { key: 'declaration', page: 'declare-detail' },
    申报通知: { key: 'declareBatch', page: 'campaigns' },
  },
} as const

/** Activities of an office, and the places of teachers in them. */
export const activityTabs = {
  教研活动: { key: 'researchActivity', page: 'teaching-activities' },
  活动报名: { key: 'activityPlace', page: 'teaching-places' },
} as const

/** Tabs of the roll beside the list itself: the processes that concern its people. */
export const rollProcessTabs = {
  教师调动: { key: 'transfer', page: 'roll' },
  临时派出: { key: 'posting', page: 'roll' },
  人员状态变更: { key: 'statusChange', page: 'roll' },
} as const

function entryOf(
  path: string,
  title: string,
  roles: readonly Audience[],
  feature: string,
  { page, tabs, records, ...others }: RowExtra = {},
): PageEntry {
  const declared = (record: string | null) =>
    record !== null && (recordNames.has(record) || isSlot(record)) ? record : null
  const all = Object.entries(tabs ?? {}).map(([label, tab]) => ({
    label,
    ...(typeof tab === 'object' && tab !== null ? { record: null, ...tab } : { record: tab }),
  }))
  const named = records ?? all.map(({ record }) => record)
  const shown = named.flatMap((record) => declared(record) ?? [])
  // A page of records appears when its first record type is declared, without a change of the routes.
  const waits = named.some((record) => record !== null) && shown.length === 0
  return {
    path,
    title,
    roles,
    feature,
    page: waits ? null : (page ?? null),
    ...(tabs && { tabs: all.map((tab) => ({ ...tab, record: declared(tab.record) })) }),
    ...(shown.length > 0 && { records: shown }),
    ...others,
  }
}
