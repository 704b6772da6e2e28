import type { PendingView, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { date, defineRecord, text, type AnyRecord } from '../../../catalogue/define.ts'

/** A record type to test with: an award that a school reviews. */
export const award: AnyRecord = defineRecord({
  name: 'award',
  title: '奖励',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('名称', { required: true }),
    wonOn: date('日期', { required: true }),
  },
  attachments: { maxCount: 2, maxSizeMB: 10, accept: ['jpg'], required: false },
  review: {
    chain: [{ level: 'school' }],
    reasons: [{ field: 'title', text: '名称与证书不一致' }],
  },
  pages: {
    list: { columns: ['title'], filters: [], order: 'title' },
    form: [{ title: '奖励', fields: ['title', 'wonOn'] }],
    summary: ['title'],
  },
})

export const awardId = '0197f1c2-0000-7000-8000-000000000002'
export const photo = {
  id: '0197f1c2-0000-7000-8000-000000000001',
  name: '证书.jpg',
  mime: 'image/jpeg',
  bytes: 1,
}

/** An award that waits at the school. */
export const waiting: PendingView = {
  revisionId: '0197f1c2-0000-7000-8000-000000000003',
  no: 1,
  state: 'inReview',
  level: 'school',
  values: { title: '省一等奖', wonOn: '2026-05-01' },
  attachments: [photo],
  changed: ['title', 'wonOn'],
  sinceMyLook: null,
  warnings: [],
  reasons: [],
  remarks: [],
  reason: null,
  decidedBy: null,
  decidedAt: null,
  submittedAt: '2026-11-20T01:00:00.000Z',
  waitingDays: 3,
  route: [],
  appealUntil: null,
  undoUntil: null,
}

/** The same award as its reader gets it. */
export const awardView = (over: Partial<RecordView> = {}): RecordView => ({
  id: awardId,
  version: 3,
  ownerId: 1,
  ownerName: '林老师',
  institutionName: '一中',
  ownerNote: '',
  state: 'inReview',
  summary: '省一等奖',
  effective: null,
  effectiveAttachments: [],
  masked: [],
  appliedAt: null,
  appliedBy: null,
  pending: waiting,
  undoUntil: null,
  can: ['approve', 'return'],
  ...over,
})
